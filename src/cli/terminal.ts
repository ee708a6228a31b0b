/**
 * What a command needs from the terminal. Tests hand in one of their own.
 *
 * @module
 */

/** Where a command writes. */
export interface Terminal {
  /** To stdout: the answer. */
  print(text: string): void
  /** Resolves once what was printed has been taken, so that a long answer is not piled up. */
  taken(): Promise<void>
  /** To stderr: anything about the answer. */
  complain(text: string): void
  /** Whether stdout shows colours. */
  readonly hasColors: boolean
  /** A signal that is aborted when the person at the terminal has had enough (Ctrl-C). For commands that go on. */
  untilInterrupted(): AbortSignal
}

/** The terminal this process runs in. A reader that goes away early (`| head`) ends the process quietly. */
export function terminal(): Terminal {
  const { stdout, stderr, env } = process
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
  return {
    print: (text) => void stdout.write(text),
    taken: () =>
      stdout.writableNeedDrain ? new Promise((resolve) => stdout.once('drain', resolve)) : Promise.resolve(),
    complain: (text) => void stderr.write(text),
    hasColors: stdout.isTTY && (env['NO_COLOR'] ?? '') === '',
    untilInterrupted() {
      const interrupt = new AbortController()
      // Once: whoever presses it again, because something hangs, ends the process.
      process.once('SIGINT', () => interrupt.abort())
      return interrupt.signal
    },
  }
}
