import { describe, expect, it } from 'vitest'
import { collect, pipe, type SessionHeader } from '../../../src/pipeline/index.ts'
import { memory } from '../../../src/pipeline/readers/index.ts'
import { getPeerContext, type PeerContextValue, type SessionPort } from '../../../src/tools/index.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'
import { recordingPort, type RecordingPort } from './recording-port.ts'

const caller: SessionHeader = log({ id: 'caller' }).header
const views = ['overview', 'conversation', 'activity'] as const
const peer = (): LogBuilder =>
  log({ id: 'peer' })
    .title('Named')
    .turn()
    .user('hello')
    .step()
    .call('a', 'bash')
    .result('a')
    .checkpoint('all')
    .user('more')
const ask = (port: SessionPort, view: string, signal?: AbortSignal): Promise<PeerContextValue> =>
  getPeerContext.run({ sessionId: 'peer', view }, caller, port, signal)

/** A host that can also show the log to a view; keys of the views it was asked for. */
function showing(
  port: RecordingPort,
  header: (header: SessionHeader) => SessionHeader | undefined = (same) => same,
): { readonly port: SessionPort; readonly keys: string[] } {
  const keys: string[] = []
  const readView: SessionPort['readView'] = async (id, { key, stage }, signal) => {
    keys.push(key)
    const story = port.state.logs.find((one) => one.header.id === id)
    const shown = story && header(story.header)
    if (story === undefined || shown === undefined) return undefined
    const items = await collect(pipe(memory(story.events), stage, { signal }))
    return { header: shown, capturedThroughSeq: story.lastSeq, items }
  }
  return { port: { ...port, readView }, keys }
}

describe('a host that can show a log to a view', () => {
  it.each(views)('is asked for %s once, and gives what the other reads give', async (view) => {
    const recording = recordingPort(peer())
    const { port, keys } = showing(recording)
    expect(await ask(port, view)).toEqual(await ask(recordingPort(peer()), view))
    expect(keys).toHaveLength(1)
    expect(recording.asked.filter((name) => name.startsWith('read'))).toEqual([])
    await ask(port, view)
    expect(new Set(keys).size).toBe(1)
  })

  it('has another key for every view and every bound', async () => {
    const { port, keys } = showing(recordingPort(peer()))
    for (const view of views) {
      for (const maxMessages of [1, 2]) await getPeerContext.run({ sessionId: 'peer', view, maxMessages }, caller, port)
    }
    expect(new Set(keys).size).toBe(6)
  })

  it.each(views)('that cannot show this session is asked the other reads for %s', async (view) => {
    const recording = recordingPort(peer())
    const { port } = showing(recording, () => undefined)
    expect(await ask(port, view)).toEqual(await ask(recordingPort(peer()), view))
    expect(recording.asked.filter((name) => name.startsWith('read'))).not.toEqual([])
  })

  it('is asked once more when it returns another header, then denied', async () => {
    const { port, keys } = showing(recordingPort(peer()), (header) => ({ ...header, cwd: '/srv/other' }))
    await expect(ask(port, 'overview')).rejects.toMatchObject({ code: 'PEER_CONTEXT_DENIED' })
    expect(keys).toHaveLength(2)
  })

  it('that fails is unavailable, and a cancellation keeps its reason', async () => {
    const recording = recordingPort(peer())
    const failing: SessionPort = { ...recording, readView: () => Promise.reject(new Error('words of the host')) }
    await expect(ask(failing, 'overview')).rejects.toMatchObject({ code: 'PEER_CONTEXT_UNAVAILABLE' })
    const controller = new AbortController()
    const reason = { why: 'enough' }
    const cancelled: SessionPort = {
      ...recording,
      readView: () => {
        controller.abort(reason)
        return Promise.reject(new Error('cancelled, in words of the host'))
      },
    }
    await expect(ask(cancelled, 'overview', controller.signal)).rejects.toBe(reason)
  })

  it('is not asked about a session that may not be read', async () => {
    const { port, keys } = showing(recordingPort(log({ id: 'peer', cwd: '/srv/other' })))
    await expect(ask(port, 'overview')).rejects.toMatchObject({ code: 'PEER_CONTEXT_DENIED' })
    expect(keys).toEqual([])
  })
})
