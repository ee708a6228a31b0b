import { describe, expect, it } from 'vitest'
import type { SessionHeader } from '../../../src/pipeline/index.ts'
import { getPeerContext, type PeerContextValue } from '../../../src/tools/index.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'
import { recordingPort, type Question, type RecordingPort } from './recording-port.ts'

const caller: SessionHeader = log({ id: 'caller' }).header
const peer = (): LogBuilder => log({ id: 'peer' }).title('First').turn().user('hello').step().call('a', 'bash')
const ask = (port: RecordingPort, view = 'overview', signal?: AbortSignal): Promise<PeerContextValue> =>
  getPeerContext.run({ sessionId: 'peer', view }, caller, port, signal)
const reads = (port: RecordingPort): Question[] => port.asked.filter((name) => name.startsWith('read'))
const denied = { code: 'PEER_CONTEXT_DENIED' }
const unavailable = { code: 'PEER_CONTEXT_UNAVAILABLE' }

describe('one capture', () => {
  it('leaves out of every part what was logged after the surface was read', async () => {
    const story = peer()
    const before = await ask(recordingPort(story))
    const port = recordingPort(story).during('readLog', () =>
      story.result('a', { text: 'late' }).endStep().user('late').title('Late').call('late', 'late').endTurn(),
    )
    expect(await ask(port)).toEqual(before)
    expect(reads(port)).toEqual(['readSurface', 'readLog'])
  })

  it('takes in nothing of a log that was empty when the surface was read', async () => {
    const story = log({ id: 'peer' })
    const value = await ask(recordingPort(story).during('readLog', () => story.turn().title('Late').call('a', 'bash')))
    expect(value).toMatchObject({ capturedThroughSeq: null, title: null, activity: { tools: [] } })
  })

  it('is tried once more when the log ends before the surface does', async () => {
    const story = peer()
    const short = () => void story.events.pop()
    const restored = recordingPort(story)
    const last = story.events.at(-1)!
    restored.during('readLog', short).during('readSurface', () => void story.events.push(last), 2)
    expect((await ask(restored)).capturedThroughSeq).toBe(4)
    expect(reads(restored)).toEqual(['readSurface', 'readLog', 'readSurface', 'readLog'])

    const shrinking = recordingPort(peer())
    const shrink = () => void shrinking.state.logs[0]!.events.pop()
    await expect(ask(shrinking.during('readLog', shrink).during('readLog', shrink, 2))).rejects.toMatchObject(
      unavailable,
    )
    expect(reads(shrinking)).toEqual(['readSurface', 'readLog', 'readSurface', 'readLog'])
    expect(shrinking.asked.filter((name) => name === 'listSessions')).toHaveLength(1)
  })

  it.each([
    ['overview', 'readSurface', 2],
    ['overview', 'readLog', 4],
    ['conversation', 'readSurface', 2],
    ['activity', 'readLog', 2],
  ] as const)('in %s is tried once more when %s returns another header, then denied', async (view, read, count) => {
    const port = recordingPort(peer())
    port.state.headers[read] = (header) => ({ ...header, createdAt: header.createdAt + 1 })
    await expect(ask(port, view)).rejects.toMatchObject(denied)
    expect(reads(port)).toHaveLength(count)

    const passing = recordingPort(peer())
    passing.state.headers[read] = (header) => ({ ...header, cwd: '/srv/other' })
    passing.during(read, () => (passing.state.headers = {}), 2)
    expect((await ask(passing, view)).sessionId).toBe('peer')
  })

  it.each([
    ['overview', 'readSurface'],
    ['overview', 'readLog'],
    ['conversation', 'readSurface'],
    ['conversation', 'readTitle'],
    ['activity', 'readLog'],
  ] as const)('in %s is denied when the session vanishes before %s', async (view, read) => {
    const port = recordingPort(peer())
    await expect(
      ask(
        port.during(read, () => (port.state.logs = [])),
        view,
      ),
    ).rejects.toMatchObject(denied)
  })

  it.each(['overview', 'conversation', 'activity'])(
    'in %s is denied when access ends while it is read',
    async (view) => {
      const lastRead = { overview: 'readLog', conversation: 'readTitle', activity: 'readLog' }[view] as Question
      const archived = recordingPort(peer())
      archived.during(lastRead, () => archived.state.archived.push('peer'))
      await expect(ask(archived, view)).rejects.toMatchObject(denied)
      const odd = recordingPort(peer())
      odd.during(lastRead, () => (odd.state.statuses['peer'] = 'disposed'))
      await expect(ask(odd, view)).rejects.toMatchObject(denied)
    },
  )

  it('says how the session stands at the end of the reads, and what time it was at the capture', async () => {
    const port = recordingPort(peer())
    port.state.statuses['peer'] = 'idle'
    port.during('readLog', () => {
      port.state.statuses['peer'] = 'running'
      port.state.clock += 1000
    })
    expect(await ask(port)).toMatchObject({ runtimeStatus: 'running', capturedAt: 1_790_000_000_000 })
  })

  it('gives a value that shares nothing with what the host returned', async () => {
    const kept: unknown[] = []
    const port = recordingPort(peer())
    const { readSurface, readLog } = port
    port.readSurface = async (id, signal) => keep(await readSurface(id, signal))
    port.readLog = async (id, signal) => keep(await readLog(id, signal))
    const keep = <T extends { readonly events: readonly unknown[] }>(snapshot: T): T => {
      kept.push(...snapshot.events)
      return snapshot
    }
    const value = await ask(port)
    const text = JSON.stringify(value)
    for (const event of kept as { time: number; data: Record<string, unknown> }[]) {
      event.time = 0
      for (const key of Object.keys(event.data)) delete event.data[key]
    }
    expect(JSON.stringify(value)).toBe(text)
  })
})

describe('a cancellation', () => {
  it('before the call asks nothing and rejects with its own reason', async () => {
    const port = recordingPort(peer())
    const reason = { why: 'stop' }
    const args = [{ sessionId: 'peer' }, { sessionId: 7 }]
    for (const bad of args) {
      await expect(getPeerContext.run(bad, caller, port, AbortSignal.abort(reason))).rejects.toBe(reason)
    }
    expect(port.asked).toEqual([])
  })

  const points: [view: string, questions: Question[]][] = [
    ['overview', ['listSessions', 'readSurface', 'readLog']],
    ['conversation', ['listSessions', 'readSurface', 'readTitle']],
    ['activity', ['listSessions', 'readLog']],
  ]
  const each = points.flatMap(([view, questions]) => questions.map((question) => [view, question] as const))

  it.each(each)('in %s while %s is answered rejects with its own reason and asks no more', async (view, question) => {
    const reason = new Error('stopped by the caller')
    for (const answer of [() => undefined, failing]) {
      const controller = new AbortController()
      const port = recordingPort(peer()).during(question, () => {
        controller.abort(reason)
        answer()
      })
      await expect(ask(port, view, controller.signal)).rejects.toBe(reason)
      expect(port.asked.at(-1)).toBe(question)
    }
  })

  it.each(['archivedIds', 'status', 'now'] as const)('while %s is answered asks no more', async (question) => {
    const controller = new AbortController()
    const reason = new Error('stopped by the caller')
    const port = recordingPort(peer()).during(question, () => controller.abort(reason))
    await expect(ask(port, 'overview', controller.signal)).rejects.toBe(reason)
    expect(reads(port)).toEqual(question === 'now' ? ['readSurface'] : [])
  })

  it('while a long log is folded stops there, with its own reason', async () => {
    const story = peer()
    for (let index = 0; index < 100_000; index++) story.call(`${index}`, 'bash')
    const controller = new AbortController()
    const reason = Symbol('stop')
    let seen = 0
    const port = recordingPort(story)
    const { readLog } = port
    port.readLog = async (id, signal) => {
      const read = await readLog(id, signal)
      setTimeout(() => controller.abort(reason), 1)
      const get = (events: readonly unknown[], key: string | symbol): unknown => {
        if (key in events && key !== 'length') seen++
        return Reflect.get(events, key)
      }
      return { ...read, events: new Proxy(read.events, { get }) }
    }
    await expect(ask(port, 'activity', controller.signal)).rejects.toBe(reason)
    expect(seen).toBeLessThan(story.events.length)
  })
})

function failing(): never {
  throw new Error('the host noticed the signal in its own way')
}
