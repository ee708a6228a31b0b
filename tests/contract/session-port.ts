/**
 * What every `SessionPort` must do, run against each host that has one.
 *
 * @module
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SessionId } from '../../src/pipeline/index.ts'
import { SessionNotFound, type SessionPort } from '../../src/tools/index.ts'
import { log, type LogBuilder } from '../support/log-builder.ts'

/** A host that holds the stories it was opened with. */
export interface OpenHost {
  readonly port: SessionPort
  archive(id: string): unknown
  close(): unknown
}

const story = (): LogBuilder =>
  log({ id: 'peer' }).title('Named').turn().user('one').step().assistant('two').checkpoint('both').endStep().endTurn()
const id = SessionId('peer')

/** Runs the contract against one kind of host. */
export function sessionPortContract(host: string, open: (...stories: LogBuilder[]) => Promise<OpenHost>): void {
  describe(`the session port of ${host}`, () => {
    let opened: OpenHost
    beforeEach(async () => {
      opened = await open(story(), log({ id: 'other', cwd: '/srv/other' }))
    })
    afterEach(() => opened.close())

    it('lists every header once, whatever its working directory', async () => {
      const headers = await opened.port.listSessions()
      expect(headers).toHaveLength(2)
      expect(Object.fromEntries(headers.map((header) => [header.id, header.cwd]))).toEqual({
        other: '/srv/other',
        peer: '/srv/app',
      })
    })

    it('reads the folded surface with the seq it was captured through', async () => {
      const { header, capturedThroughSeq, events } = await opened.port.readSurface(id)
      expect(header.id).toBe('peer')
      expect(capturedThroughSeq).toBe(7)
      expect(events).toMatchObject([{ type: 'user/message', seq: 5 }])
      expect((await opened.port.readSurface(SessionId('other'))).capturedThroughSeq).toBeNull()
    })

    it('reads the whole log with the same header, and the title', async () => {
      const { header, events } = await opened.port.readLog(id)
      expect(header).toEqual((await opened.port.readSurface(id)).header)
      expect(events.map((event) => (event as { seq: number }).seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
      expect(await opened.port.readTitle(id)).toBe('Named')
      expect(await opened.port.readTitle(SessionId('other'))).toBeNull()
    })

    it("hands out arrays that are the caller's own", async () => {
      const { events } = await opened.port.readLog(id)
      ;(events as unknown[]).length = 0
      expect((await opened.port.readLog(id)).events).toHaveLength(8)
    })

    it('tells a session that is not there from one it cannot read', async () => {
      const missing = SessionId('missing')
      for (const read of ['readSurface', 'readLog', 'readTitle'] as const) {
        await expect(opened.port[read](missing)).rejects.toBeInstanceOf(SessionNotFound)
      }
    })

    it('knows archived sessions as of now', async () => {
      expect(opened.port.archivedIds()).not.toContain('peer')
      await opened.archive('peer')
      expect(opened.port.archivedIds()).toContain('peer')
    })

    it('calls a session that no agent drives offline, and one it does not know too', () => {
      expect([opened.port.status(id), opened.port.status(SessionId('missing'))]).toEqual(['offline', 'offline'])
    })
  })
}
