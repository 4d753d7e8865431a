/**
 * Returns a database to the state after its migrations: deletes the rows that a test added and
 * restores the seeded rows that it changed. Takes about 10 ms; a new copy of the template takes 60.
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

/** Tables of a running service: its leadership, its claim of the database, the keys in use. */
const ofService = ['leader', 'leader_beat', 'deployment', 'app_keys']

const lockMs = 2_000
/** The maximum time in which jobs that a test left running may end. */
const jobsMs = 1_000

/**
 * Adds the schema `cleaning` to a migrated template: copies of the seeded rows, and functions
 * generated from the list of tables, so that each connection plans their statements once.
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
    unusedSequences,
    noteChanges,
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

/** Records each command that changes the schema, except for temporary tables. */
const noteChanges = `
  create table cleaning.changes (command text);
  create function cleaning.note_change() returns event_trigger
    language plpgsql security definer as $cleaning$
  begin
    if tg_event = 'ddl_command_end' and exists (select from pg_event_trigger_ddl_commands()
        where schema_name is distinct from 'pg_temp')
      or tg_event = 'sql_drop' and exists (select from pg_event_trigger_dropped_objects()
        where not is_temporary) then
      insert into cleaning.changes values (tg_tag);
    end if;
  end $cleaning$;
  create event trigger note_change on ddl_command_end execute function cleaning.note_change();
  create event trigger note_drop on sql_drop execute function cleaning.note_change()`

/** A value that changes with the schema, and if another node leads or owns the database. */
const stateFunction = `
  create function cleaning.state() returns text stable language sql as $cleaning$
    select concat_ws(' ',
      (select count(*) from cleaning.changes),
      (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where d.datname = current_database()),
      (select string_agg(r::text, ' ') from leader r),
      (select string_agg(r::text, ' ') from deployment r))
  $cleaning$`

/**
 * Opens the connection that cleans a database from now on. If a service runs on the database,
 * sequences and the service's own rows stay; otherwise cleaning ends all other sessions.
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
        else if (!(await dropJobs(client))) return false
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
  delete from graphile_worker._private_jobs;
  select cleaning.of_tests(), cleaning.of_service(),
    (select count(setval(seqrelid, seqstart, false)) from cleaning.unused_sequences)`

/** Seeded rows use others, which must not return their ids again. */
const unusedSequences = `
  create table cleaning.unused_sequences as select seqrelid, seqstart from pg_sequence
  where seqrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    and pg_sequence_last_value(seqrelid) is null`

/** Deletes the queued jobs once none is running; false if one still runs after `jobsMs`. */
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
