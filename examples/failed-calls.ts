import { items, openLog, pipe } from 'session-streams'
import { pairCalls } from 'session-streams/stages'
import { filter, take } from 'ix/asynciterable/operators'

const log = await openLog('examples/session.jsonl')
const failed = items(pipe(log.read, pairCalls())).pipe(
  filter((call) => call.status === 'error'),
  take(3),
)
for await (const { name, time } of failed) console.log(name, 'failed at', new Date(time).toISOString())
