/**
 * `node tools/test-databases.ts URL` prints the databases tests have made on a server;
 * `--drop-all-but NAME…` drops those that are not named. A killed test run leaves some behind.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'

const Rows = z.array(z.object({ name: z.string(), template: z.boolean() }))

const { values, positionals } = parseArgs({
  options: { 'drop-all-but': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [url = '', ...kept] = positionals
const client = new pg.Client({ connectionString: url })
await client.connect()
try {
  const { rows } = await client.query(
    `select datname as name, datistemplate as template from pg_database
     where datname ~ '^(test|template)_[0-9a-f]{32}$' order by 1`,
  )
  for (const { name, template } of Rows.parse(rows)) {
    if (!values['drop-all-but']) console.log(name)
    else if (!kept.includes(name)) await drop(name, template)
  }
} finally {
  await client.end()
}

async function drop(name: string, template: boolean): Promise<void> {
  if (template) await client.query(`alter database "${name}" with is_template false`)
  await client.query(`drop database if exists "${name}" with (force)`)
}
