import { fileURLToPath } from 'node:url'
import { masked, parseUrl, type Settings, web } from '../base/settings.ts'
import type { ArchivePlace } from '../providers/object-store/archive-store.ts'
import { refusePlain } from './encryption.ts'

export type ArchiveSettings = Readonly<{
  /** Where detached partitions are archived; null leaves them in the database. */
  archive: ArchivePlace | null
}>

const name = 'ARCHIVE_URL'
const bucketOnly = 'use https://store.example.com/bucket'
const bucketUrl = `${bucketOnly}, or file:///folder`

export function readArchive(settings: Settings, production: boolean): ArchiveSettings {
  const url = settings.url(name, [...web, 'file:'])
  const region = settings.text('ARCHIVE_REGION') ?? 'us-east-1'
  const accessKey = settings.text('ARCHIVE_ACCESS_KEY')
  const secretKey = settings.text('ARCHIVE_SECRET_KEY')
  if (url === null) return { archive: null }
  if (url.startsWith('file:')) {
    if (production) settings.refuse(name, 'is a folder, which other nodes lack', bucketOnly)
    return { archive: readFolder(settings, url) }
  }
  const { origin, pathname = '' } = parseUrl(url) ?? {}
  const [, above = '', bucket = ''] = /^(.*)\/([^/]+)$/.exec(pathname) ?? []
  if (bucket === '') settings.refuse(name, 'names no bucket', bucketUrl)
  if (production) refusePlain(settings, name, url)
  for (const [key, value] of [
    ['ARCHIVE_ACCESS_KEY', accessKey],
    ['ARCHIVE_SECRET_KEY', secretKey],
  ] as const) {
    if (value === null) settings.refuse(key, `is missing while ${name} is a bucket`, 'set it')
  }
  const keys = { accessKey: accessKey ?? '', secretKey: secretKey ?? '' }
  return { archive: { kind: 'bucket', baseUrl: `${origin}${above}`, bucket, region, ...keys } }
}

function readFolder(settings: Settings, url: string): ArchivePlace | null {
  try {
    return { kind: 'folder', folder: fileURLToPath(url) }
  } catch {
    settings.refuse(name, 'is no folder of this machine', bucketUrl)
    return null
  }
}

export const describeArchive = ({ archive }: ArchiveSettings) => ({
  ARCHIVE_URL:
    archive === null
      ? '(none)'
      : archive.kind === 'folder'
        ? archive.folder
        : `${archive.baseUrl}/${archive.bucket}`,
  ARCHIVE_REGION: archive?.kind === 'bucket' ? archive.region : '(none)',
  ARCHIVE_ACCESS_KEY: archive?.kind === 'bucket' ? archive.accessKey : '(none)',
  ARCHIVE_SECRET_KEY: archive?.kind === 'bucket' ? masked : '(none)',
})
