import { describe, expect, test } from 'vitest'
import {
  collect,
  compose,
  defineStage,
  pipe,
  type LogEvent,
  type Reader,
  type Want,
} from '../../../src/pipeline/index.ts'
import { memory } from '../../../src/pipeline/readers/index.ts'
import { opened } from '../../support/batching.ts'
import { log } from '../../support/log-builder.ts'
import { asking, changing, taking } from '../../support/simple-stages.ts'

const { events } = log().turn().user('one').assistant('two').endTurn()

/** A reader that keeps what it was told. */
function listening(): { readonly wants: Want[]; readonly reader: Reader<LogEvent> } {
  const wants: Want[] = []
  const reader: Reader<LogEvent> = (want) => {
    wants.push(want)
    return opened([events])
  }
  return { wants, reader }
}
const typeOf = changing((event: LogEvent) => event.type)

describe('pipe', () => {
  test('yields what the last stage yields', async () => {
    const upper = changing((type: string) => type.toUpperCase())
    expect(await collect(pipe(memory(events), typeOf, upper, taking(2)))).toEqual(['TURN/START', 'USER/MESSAGE'])
  })

  test('of a reader alone yields what the reader yields', async () => {
    expect(await collect(pipe(memory(events)))).toHaveLength(4)
  })

  test('opens nothing before the first next()', async () => {
    const { wants, reader } = listening()
    const stream = pipe(reader, typeOf)
    await new Promise((resolve) => void setImmediate(resolve))
    expect(wants).toEqual([])
    await collect(stream)
    expect(wants).toHaveLength(1)
  })

  test('closes the reader once when it is left', async () => {
    const source = opened([events, events])
    for await (const _ of pipe(() => source, typeOf, taking(100))) break
    expect(source).toMatchObject({ pulled: 1, closed: 1 })
  })
})

describe('the reader', () => {
  test('is told what the first stage reads', async () => {
    const { wants, reader } = listening()
    const first = defineStage('first', () => typeOf.start(), { reads: ['turn/start'] })
    await collect(
      pipe(
        reader,
        compose(
          first,
          defineStage('second', () => taking(1).start(), { reads: ['other'] }),
        ),
      ),
    )
    expect(wants[0]?.reads).toEqual(['turn/start'])
  })

  test('is told of no types and no signal when there are none', async () => {
    const { wants, reader } = listening()
    await collect(pipe(reader, typeOf, { signal: undefined }))
    await collect(pipe(reader))
    expect(wants.map((want) => Object.keys(want))).toEqual([['again'], []])
  })

  test('is handed the signal, with stages and without', async () => {
    const { wants, reader } = listening()
    const { signal } = new AbortController()
    await collect(pipe(reader, typeOf, { signal }))
    await collect(pipe(reader, { signal }))
    expect(wants.map((want) => want.signal)).toEqual([signal, signal])
  })

  test('brings back the records that the stages want again', async () => {
    const [types] = [
      pipe(
        memory(events),
        changing((event: LogEvent) => event.type),
        asking<string>('again', [3, 1]),
      ),
    ]
    expect(await collect(types)).toEqual(['again turn/end', 'again user/message'])
  })
})

describe('a run that is aborted', () => {
  test("rejects with the signal's own reason and yields nothing", async () => {
    const reason = Symbol('enough')
    await expect(collect(pipe(memory(events), typeOf, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
  })
})
