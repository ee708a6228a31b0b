import { readFile } from 'node:fs/promises'
import { assertSupportedJsonSchema, validateJsonSchemaValue } from '@deepseek-ai/dsh-tools'
import { load } from 'js-yaml'
import { afterEach, describe, expect, it } from 'vitest'
import { bootHarness, type Harness } from '../../demo/boot-harness.ts'
import * as plugin from '../../src/plugin/index.ts'
import { peerContextSchema, type PeerContextValue } from '../../src/tools/index.ts'
import { log } from '../support/log-builder.ts'
import { openWorkspace, peerStory } from './peer-workspace.ts'
import { tell } from './tell.ts'

let harness: Harness | undefined
afterEach(async () => {
  await harness?.close()
  harness = undefined
})
const tools = (): string[] => (harness as Harness).ctx.tools.schemas().map(({ name }) => name)

describe('the plugin', () => {
  it('has the four named exports of a plugin and no default', () => {
    expect(Object.keys(plugin).toSorted()).toEqual(['Config', 'apply', 'inject', 'name'])
    expect('default' in plugin).toBe(false)
    expect(plugin.inject).toEqual(['sessionQuery', 'agents', 'tools'])
  })

  it('is mounted by one row of the bundle, the only one that is on', async () => {
    const patch = load(await readFile(new URL('../../cordis.patch.yml', import.meta.url), 'utf8'))
    const [{ insert }] = patch as [{ insert: { id: string; disabled?: boolean }[] }]
    expect(insert.filter(({ disabled }) => disabled !== true)).toEqual([
      { id: 'peer-context', name: 'session-streams/plugin' },
    ])
  })

  it('adds exactly one tool and takes it back when it is disposed', async () => {
    harness = await bootHarness({ plugin: false })
    expect(tools()).toEqual([])
    const row = await harness.ctx.plugin(plugin, {})
    expect(tools()).toEqual(['get_peer_context'])
    await row.dispose()
    expect(tools()).toEqual([])
  })

  it.each([
    [{ maxMessages: 9 }, /maxMessages/],
    [{ maxTools: 1.5 }, /maxTools/],
    [{ maxBytes: '4' }, /maxBytes/],
    [{ maxMesages: 2 }, /unknown limit "maxMesages"/],
    [{ defaultMessages: 4, maxMessages: 2 }, /defaultMessages must not exceed maxMessages/],
  ])('does not mount with config %j', async (config, words) => {
    harness = await bootHarness({ plugin: false })
    await expect(async () => (harness as Harness).ctx.plugin(plugin, config as plugin.Config)).rejects.toThrow(words)
    expect(tools()).toEqual([])
  })

  it('lowers its bounds as its config says', async () => {
    const workspace = await openWorkspace([peerStory()], {
      plugin: { maxMessages: 1, maxMessageBytes: 4, maxTools: 1 },
    })
    try {
      const { conversation } = await workspace.value({ maxMessages: 8 })
      expect(conversation?.messages).toMatchObject([{ text: 'I wi', truncated: true }])
    } finally {
      await workspace.close()
    }
  })

  it('declares a schema of its value that the harness enforces', async () => {
    assertSupportedJsonSchema(peerContextSchema)
    const workspace = await openWorkspace([peerStory()])
    try {
      for (const view of ['overview', 'conversation', 'activity']) {
        const value = await workspace.value({ view })
        expect(validateJsonSchemaValue(peerContextSchema, value)).toEqual([])
        expect(validateJsonSchemaValue(peerContextSchema, { ...value, extra: 1 })).toHaveLength(1)
      }
    } finally {
      await workspace.close()
    }
  })

  it('shows a model the rendered value when its own call asks for it, beside other calls at once', async () => {
    harness = await bootHarness()
    await tell(harness, peerStory({ cwd: '/srv/app' }))
    const { agent } = await harness.agent('asker', { cwd: '/srv/app' })
    const call = (id: string, args: object) => ({ id, name: 'get_peer_context', arguments: args })
    harness.model.script(
      { calls: [call('1', { sessionId: 'peer', view: 'conversation' }), call('2', { sessionId: 'asker' })] },
      { text: 'understood' },
    )
    await harness.prompt(agent, 'what does the peer do?')
    const seen = JSON.stringify(harness.model.requests[1]?.messages)
    expect(seen).toContain('No permission to read the context of that session.')
    const results = agent.session.events.filter((event) => event.type === 'tool/result')
    const [shown] = results.flatMap(({ data }) => data.message.content).map(({ content }) => content[0])
    const value = JSON.parse((shown as { text: string }).text) as PeerContextValue
    expect(value.conversation?.messages.map(({ text }) => text)).toEqual(['please find the needle', 'I will look'])
    // What it read is a result of its own now, and never part of what others read of it.
    const reader = await tell(harness, log({ id: 'reader' }))
    const echo = await harness.call('get_peer_context', { sessionId: 'asker' }, reader)
    expect(JSON.stringify(echo)).not.toContain('needle')
    expect(JSON.stringify(echo)).toContain('understood')
  })
})
