import { bootHarness } from '../../demo/boot-harness.ts'
import { dshPort } from '../../src/plugin/dsh-port.ts'
import { archive } from '../harness/peer-workspace.ts'
import { tell } from '../harness/tell.ts'
import { recordingPort } from '../unit/tools/recording-port.ts'
import { sessionPortContract } from './session-port.ts'

sessionPortContract('the tests', async (...stories) => {
  const port = recordingPort(...stories)
  return { port, archive: (id) => port.state.archived.push(id), close: () => undefined }
})

sessionPortContract('a harness', async (...stories) => {
  const harness = await bootHarness()
  for (const story of stories) await tell(harness, story)
  return { port: dshPort(harness.ctx), archive: (id) => archive(harness, id), close: () => harness.close() }
})
