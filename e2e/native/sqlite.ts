import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

interface Batch {
  readonly dbargs: { readonly dbname: string }
  readonly executes: readonly { readonly sql: string; readonly params: readonly SQLInputValue[] }[]
}

interface Answered {
  readonly ok: boolean
  readonly value: unknown
}

const READS = /^\s*(select|pragma)/i
/** How the plugin reports a full device. */
const FULL = { message: 'database or disk is full', code: 4 }

export type Sqlite = ReturnType<typeof openSqlite>

/** The native side of cordova-sqlite-storage on a real SQLite. */
export function openSqlite() {
  const databases = new Map<string, DatabaseSync>()
  let isFull = false
  const database = (name: string) => {
    const known = databases.get(name) ?? new DatabaseSync(':memory:')
    databases.set(name, known)
    return known
  }
  const execute = (name: string, { sql, params }: Batch['executes'][number]) => {
    try {
      if (isFull && /^\s*(insert|update)/i.test(sql)) return { type: 'error', result: FULL }
      const statement = database(name).prepare(sql)
      if (READS.test(sql)) return { type: 'success', result: { rows: statement.all(...params) } }
      const { changes, lastInsertRowid } = statement.run(...params)
      return { type: 'success', result: { rowsAffected: Number(changes), insertId: Number(lastInsertRowid), rows: [] } }
    } catch (error) {
      return { type: 'error', result: { message: (error as Error).message, code: 5 } }
    }
  }
  return {
    /** undefined for an action that the plugin does not have. */
    run(action: string, args: readonly unknown[]): Answered | undefined {
      if (action === 'open') {
        database((args[0] as { name: string }).name)
        return { ok: true, value: 'OK' }
      }
      if (action === 'close') return { ok: true, value: 'OK' }
      if (action !== 'backgroundExecuteSqlBatch' && action !== 'executeSqlBatch') return undefined
      const { dbargs, executes } = args[0] as Batch
      return { ok: true, value: executes.map((one) => execute(dbargs.dbname, one)) }
    },
    /** From now on nothing can be written: the device is full. */
    fill() {
      isFull = true
    },
    /** The app's process ended: what was not committed is undone. */
    restart() {
      for (const one of databases.values()) if (one.isTransaction) one.exec('rollback')
    },
    /** A record of an earlier run of the app. Throws while the running app writes: its transaction would undo this one with it. */
    put(key: string, value: unknown) {
      const own = database('_myDb')
      if (own.isTransaction) throw new Error('the app is running: close it first')
      own.exec('create table if not exists _ionickv (id integer primary key, key unique, value)')
      own.prepare('insert or replace into _ionickv (key, value) values (?, ?)').run(key, JSON.stringify(value))
    },
    forget(key: string) {
      databases.get('_myDb')?.prepare('delete from _ionickv where key = ?').run(key)
    },
    /** The app's records by key, as it stored them, also those of an open transaction. */
    records() {
      const rows = databases.get('_myDb')?.prepare('select key, value from _ionickv').all() ?? []
      return new Map(rows.map(({ key, value }) => [String(key), JSON.parse(String(value)) as unknown]))
    },
    /** Whether a transaction is open: closing the app undoes it. */
    isWriting: () => [...databases.values()].some(({ isTransaction }) => isTransaction),
    close() {
      for (const one of databases.values()) one.close()
      databases.clear()
    },
  }
}
