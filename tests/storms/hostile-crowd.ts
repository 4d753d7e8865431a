/**
 * The program of a process that sends every hostile file and form, several times, over a few
 * connections, and reports wrong responses to its parent. It has a lower priority than the
 * measuring and serving processes, since real attackers have machines of their own.
 */
import { constants, setPriority } from 'node:os'
import { hostileFiles, photo } from '../make/hostile-files.ts'
import { hostileForms } from '../make/hostile-forms.ts'
import { shuffled } from './stage.ts'
import {
  Asked,
  abuseOf,
  type Crowding,
  fields,
  imageBytes,
  sendAll,
  type Upload,
  uploader,
  uploadOf,
} from './uploads.ts'

const everyUpload = async (): Promise<readonly Upload[]> => [
  ...(await hostileFiles(imageBytes)).map(uploadOf),
  ...hostileForms('image', await photo(), fields).map(abuseOf),
]

const report = (answer: Crowding) => process.send?.(answer)

async function send({ url, tokens, connections, rounds }: Asked): Promise<void> {
  const { upload, close } = uploader({ url }, connections)
  const wrong: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    wrong.push(...(await sendAll(shuffled(uploads), tokens, connections, upload)))
  }
  close()
  report({ kind: 'done', wrong })
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const uploads = await everyUpload()
process.once('message', (message) => void send(Asked.parse(message)))
process.once('disconnect', () => process.exit())
report({ kind: 'ready', uploads: uploads.length })
