/**
 * Returns a database to the state after its migrations, in about 10 ms, where a new copy of the
 * template costs 60: deletes what a test added and restores the seeded rows that it changed.
 */
import pg from 'pg'

export type Cleaner = Readonly<{
  /**
   * Cleans the database. False if it cannot be used again: its schema or its server's state was
   * changed, or something holds locks.
   */
  clean: () => Promise<boolean>
  end: () => Promise<void>
}>

/** A running service's own: its leadership, its claim of the database, the server's timelines. */
const ofService = ['leader', 'leader_beat', 'deployment', 'server_timelines']

const lockMs = 2_000
/** How long jobs that a test left running may take to end. */
const jobsMs = 1_000

/**
 * Adds the schema `cleaning` to a migrated template: copies of the seeded rows, and functions made
 * of the list of tables, so that their statements are planned once for each connection.
 */
export async function installCleaning(client: pg.ClientBase): Promise<void> {
  const tables = await tablesIn(client)
  const statements = ['create schema cleaning']
  for (const { name, columns, rows } of tables) {
    if (rows > 0) statements.push(`create table cleaning.${name} as select ${columns} from ${name}`)
  }
  const isKept = ({ name }: Table) => ofService.includes(name)
  statements.push(
    functionOf('of_tests', tables.filter((table) => !isKept(table)).map(restore)),
    functionOf('of_service', tables.filter(isKept).map(restore)),
    stateFunction,
  )
  for (const statement of statements) await client.query(statement)
}

type Table = Readonly<{ name: string; columns: string; rows: number; digest: string | null }>

async function tablesIn(client: pg.ClientBase): Promise<readonly Table[]> {
  const { rows: found } = await client.query<Readonly<{ name: string; columns: string }>>(`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`)
  const tables: Table[] = []
  for (const one of found) {
    const { rows } = await client.query<Readonly<{ rows: number; digest: string | null }>>(
      `select count(*)::int as rows, ${digestOf} as digest from ${one.name} r`,
    )
    tables.push({ rows: 0, digest: null, ...one, ...rows[0] })
  }
  return tables
}

const digestOf = 'sum(hashtextextended(r::text, 0))::text'

function restore({ name, columns, rows, digest }: Table): string {
  if (rows === 0) return `if exists (select from ${name}) then delete from ${name}; end if;`
  return `
    if (select ${digestOf} from ${name} r) is distinct from '${digest}' then
      delete from ${name};
      insert into ${name} (${columns}) overriding system value select * from cleaning.${name};
    end if;`
}

const functionOf = (name: string, steps: readonly string[]): string => `
  create function cleaning.${name}() returns void language plpgsql as $cleaning$
  begin
    ${steps.join('\n')}
  end $cleaning$`

/** Changes with each change of the schema, and if another node leads or owns the database. */
const stateFunction = `
  create function cleaning.state() returns text stable language sql as $cleaning$
    select concat_ws(' ',
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_class
        where relpersistence <> 't'),
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_constraint
        where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)),
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_trigger),
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_proc),
      (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where d.datname = current_database()),
      (select string_agg(r::text, ' ') from leader r),
      (select string_agg(r::text, ' ') from deployment r),
      (select string_agg(concat_ws(' ', timeline, lost_after), ' ' order by timeline)
        from server_timelines))
  $cleaning$`

/**
 * Opens the connection that cleans a database from now on. If a service runs on it, the rows that
 * it keeps for itself stay, and so do sequences; otherwise all other sessions are ended.
 */
export async function cleanerOf(
  url: string,
  { isServed }: Readonly<{ isServed: boolean }>,
): Promise<Cleaner> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`set lock_timeout = ${lockMs}; set session_replication_role = replica;
    set statement_timeout = 20000`)
  const state = async () => {
    const { rows } = await client.query<Readonly<{ state: string }>>(
      'select cleaning.state() as state',
    )
    return rows[0]?.state
  }
  const before = await state()
  return {
    clean: async () => {
      try {
        if (!isServed) await client.query(endOthers)
        if (!(await dropJobs(client))) return false
        await client.query(isServed ? cleanServed : cleanAll)
        return (await state()) === before
      } catch {
        await client.query('rollback').catch(() => undefined)
        return false
      }
    },
    end: () => client.end().catch(() => undefined),
  }
}

const endOthers = `
  select pg_terminate_backend(pid, 1000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend'`

const cleanServed = 'select cleaning.of_tests()'

const cleanAll = `
  select cleaning.of_tests(), cleaning.of_service(),
    (select count(setval(seqrelid, seqstart, false)) from pg_sequence
      where seqrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace))`

/** Deletes the queued jobs as soon as none of them runs; false if one still does after a while. */
async function dropJobs(client: pg.Client): Promise<boolean> {
  const untilMs = performance.now() + jobsMs
  for (;;) {
    const { rows } = await client
      .query<Readonly<{ running: boolean }>>(`
      begin;
      lock table graphile_worker._private_jobs in exclusive mode;
      delete from graphile_worker._private_jobs where locked_at is null;
      commit;
      select exists (select from graphile_worker._private_jobs) as running`)
      .then((results) => [results].flat().at(-1) ?? { rows: [] })
    if (rows[0]?.running !== true) return true
    if (performance.now() > untilMs) return false
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
