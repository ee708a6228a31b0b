/**
 * Searches a store through an index, in a process of its own, and prints what was found as one JSON value.
 *
 *     node index-store.ts ROOT CACHES QUERY
 *
 * @module
 */
import { argv, resourceUsage, stdout } from 'node:process'
import { dshStore } from '../../../src/corpus/dsh-store.ts'
import { corpusMemoryPort } from '../../../src/tools/corpus-memory-port.ts'

const [, , root = '', caches = '', query = ''] = argv
const port = corpusMemoryPort(dshStore(root), { index: { root, caches } })
const { hits } = await port.searchSessions({ query, limit: 50 })
const found = hits.map(({ sessionId, best: { seq, surface } }) => ({ sessionId, seq, surface }))
stdout.write(JSON.stringify({ found, peakMb: resourceUsage().maxRSS / 1024 }))
