/**
 * The commands `/memory-search`, `/memory-read` and `/memory-help`: the tools, for a person, without a model.
 *
 * @module
 */
import { units } from '../../stages/index.ts'
import { fetchSession, recallMemory, type MemoryCall } from '../../tools/index.ts'
import { help } from './memory-help.ts'
import type { HostCommand, HostInvocation } from './memory-host.ts'

/** Longest error a command shows, in UTF-16 units. */
const maxErrorLength = 499

/** @param callFor - how a call is answered for whoever typed the command. */
export function memoryCommands(callFor: (invocation: HostInvocation) => MemoryCall): readonly HostCommand[] {
  return [
    {
      name: 'memory-search',
      description: 'Find a word or phrase in earlier sessions, without a model.',
      input: { hint: '<phrase> or {"query":"…","cwd":"…","session_id":"…","limit":20,"cursor":"…"}' },
      handler: answered(async (invocation) => {
        return recallMemory.render(await recallMemory.run(searchArguments(invocation.rawInput), callFor(invocation)))
      }),
    },
    {
      name: 'memory-read',
      description: 'Show the original text around one event of a session, without a model.',
      input: { hint: '{"session_id":"…","seq":0,"before":4,"after":4}' },
      handler: answered(async (invocation) => {
        return fetchSession.render(await fetchSession.run(readArguments(invocation.rawInput), callFor(invocation)))
      }),
    },
    {
      name: 'memory-help',
      description: 'How to search and read earlier sessions, and what the limits are.',
      handler: () => ({ kind: 'success', text: help }),
    },
  ]
}

const answered =
  (answer: (invocation: HostInvocation) => Promise<string>): HostCommand['handler'] =>
  async (invocation) => {
    try {
      return { kind: 'success', text: await answer(invocation) }
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      return { kind: 'error', text: units.utf16.cut(words, maxErrorLength) }
    }
  }

function searchArguments(rawInput: string): unknown {
  const input = rawInput.trim()
  if (input === '') throw new Error('Provide a word, a phrase or a JSON object; /memory-help shows how.')
  return input.startsWith('{') ? parsed(input) : { query: input }
}

function readArguments(rawInput: string): unknown {
  const input = rawInput.trim()
  if (input === '') throw new Error('Provide a JSON object with session_id and seq; /memory-help shows how.')
  return parsed(input)
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    // What the parser says quotes the input and names no remedy.
    throw new Error('Invalid JSON arguments; /memory-help shows examples.')
  }
}
