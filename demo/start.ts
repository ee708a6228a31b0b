/**
 * `npm start`: the whole way from a log to what a model sees, in a sample harness or over a log of your own.
 *
 * @module
 */
import { terminal } from '../src/cli/terminal.ts'
import { ownLog } from './own-log.ts'
import { sample } from './sample.ts'

const usage = `npm start            plays a sample workspace in a real harness
npm start -- PATH    shows a log of your own: a log file, a session's folder, or a folder of sessions
`

const door = terminal()
const { print, complain } = door
const [path, ...rest] = process.argv.slice(2)
if (rest.length > 0 || path?.startsWith('-') === true) {
  complain(usage)
  process.exitCode = 2
} else if (path === undefined) {
  await sample((lines) => print(`${lines.join('\n')}\n`))
} else {
  process.exitCode = await ownLog(path, door)
}
