/** Writes `docs/released-api.json`: the API of the version that `npm run release` prepares. */
import { writeFile } from 'node:fs/promises'
import { serviceVersion } from '../src/base/version.ts'
import { currentApi, releasedFile, releasedText } from './releases/released-api.ts'

const released = { version: serviceVersion, documents: currentApi() }
await writeFile(releasedFile, releasedText(released))
