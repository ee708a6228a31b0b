/**
 * What both halves of the suite tell and expect.
 *
 * @module
 */
import { expect, onTestFinished } from 'vitest'
import { log, type LogBuilder } from '../support/log-builder.ts'
import { queryWorld, type Encoding, type ExactQuery, type QuerySubject, type QueryWorld } from './query-world.ts'

/** A world and the one who answers in it. */
export interface Asked {
  readonly world: QueryWorld
  readonly query: ExactQuery
}

/** Makes worlds for one subject; each is gone when its test is over. */
export const asking =
  (subject: QuerySubject, encoding: Encoding) =>
  async (isMounted = true, readWindowMax?: number): Promise<Asked> => {
    const world = await queryWorld(encoding)
    onTestFinished(() => world.close())
    if (isMounted) await world.mount()
    return { world, query: await subject.start(world, readWindowMax) }
  }

/** A session of nine events whose turn and step are still open. */
export const titled = (id: string, createdAt = 1_700_000_000_000): LogBuilder =>
  log({ id, createdAt })
    .turn()
    .step()
    .user('hello')
    .deltas(['h', 'i', '!', '!'])
    .assistant('hi')
    .title(`Title of ${id}`)

/** The same, its turn ended: eleven events. */
export const whole = (id: string): LogBuilder => titled(id).endStep().endTurn()

/** A refusal with this code. */
export const code = (name: string): object => expect.objectContaining({ code: `SESSION_QUERY_${name}` }) as object

/** The title of those sessions. */
export const titleOf = (id: string): object => ({
  title: `Title of ${id}`,
  messageSeqs: [],
  source: { kind: 'user' },
  eventSeq: 8,
  updatedAt: expect.any(Number) as number,
})
