import {
  boundary,
  contentType,
  type Form,
  filePart,
  formEnd,
  formOf,
  part,
  textPart,
} from './forms.ts'

type Key = 'api.malformed_request' | 'api.payload_too_large'

/** A multipart body that abuses the format, and the key of its refusal; null: ignored. */
export type HostileForm = Form & Readonly<{ name: string; key: Key | null }>

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Malformed forms around a valid picture and valid fields. */
export function hostileForms(
  file: string,
  picture: Buffer,
  fields: Readonly<Record<string, string>>,
): readonly HostileForm[] {
  const photo = filePart(file, picture)
  const right = [photo, ...Object.entries(fields).map(([name, value]) => textPart(name, value))]
  const whole = formOf(...right)
  const many = (count: number) => Array.from({ length: count }, (_, at) => textPart(`f${at}`, 'x'))
  const tooLarge: Readonly<Record<string, Form>> = {
    '10,000 parts': formOf(...right, ...many(10_000)),
    '10,000 empty parts': formOf(...right, ...Array(10_000).fill(part('', ''))),
    'a hundred files': formOf(
      ...right,
      ...Array.from({ length: 100 }, (_, at) => filePart(`g${at}`, picture)),
    ),
    'a text of a megabyte': formOf(...right, textPart('note', 'x'.repeat(megabyte))),
    'unrequested files of a megabyte': formOf(
      ...Array.from({ length: 12 }, (_, at) => filePart(`g${at}`, Buffer.alloc(megabyte))),
      ...right,
    ),
  }
  const headerName = `Content-Disposition: form-data; name="${'n'.repeat(megabyte)}"`
  const malformed: Readonly<Record<string, Form>> = {
    'a name of a megabyte': formOf(...right, part(headerName, 'x')),
    'a name of 200 characters': formOf(...right, textPart('n'.repeat(200), 'x')),
    'no last boundary': { contentType, body: whole.body.subarray(0, -formEnd.length) },
    'half a last boundary': { contentType, body: whole.body.subarray(0, -6) },
    'another boundary': { contentType: `${contentType}-other`, body: whole.body },
    'no boundary': { contentType: 'multipart/form-data', body: whole.body },
    'nothing in it': { contentType, body: Buffer.from('\r\n') },
    'no parts': { contentType, body: Buffer.from('no parts at all') },
    'two files in one field': formOf(...right, photo),
    'two texts in one field': formOf(...right, textPart('service', 'KTP')),
    'a file and a text in one field': formOf(...right, textPart(file, 'x')),
    'a prototype': formOf(...right, textPart('__proto__', 'x')),
    'a nested prototype': formOf(...right, textPart('note[__proto__][admin]', '1')),
    'brackets a hundred deep': formOf(...right, textPart(`n${'[a]'.repeat(30)}`, 'x')),
    'brackets that do not close': formOf(...right, textPart('note[a', 'x')),
    'a NUL in a name': formOf(...right, textPart('no\0te', 'x')),
    'a NUL in a text': formOf(...right, textPart('note', 'x\0')),
    'a NUL in the name of a file': formOf(...right, filePart('no\0te', picture)),
    'a part without a name': formOf(...right, part('Content-Disposition: form-data', 'x')),
  }
  // Parts that are not fields are ignored.
  const passedOver: Readonly<Record<string, Form>> = {
    'headers of 100 kB': formOf(...right, part(`X-Long: ${'x'.repeat(100 * kilobyte)}`, 'x')),
    'a form in a form': formOf(
      ...right,
      part(`Content-Type: multipart/mixed; boundary=${boundary}`, 'x'),
    ),
  }
  return [
    ...keyed(tooLarge, 'api.payload_too_large'),
    ...keyed(malformed, 'api.malformed_request'),
    ...keyed(passedOver, null),
  ]
}

const keyed = (forms: Readonly<Record<string, Form>>, key: Key | null): readonly HostileForm[] =>
  Object.entries(forms).map(([name, form]) => ({ name, ...form, key }))
