import { fdatasyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** How many times the embedded database has asked the disk to keep what it wrote. A test watches it. */
export const diskSyncs = { count: 0 }

/** The part of PGlite's file system that fsync goes through. It is private, so the version is pinned exactly. */
interface FileSystemInside {
  Module: {
    FS: {
      lookupPath(path: string): {
        node: { mount: { type: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } }
      }
    }
  }
}

/**
 * The embedded database on disk, with real fsync: PGlite turns it off by default, so that a power cut could lose
 * acknowledged rows.
 */
export async function openPglite(dir: string): Promise<PGlite> {
  const pg = await PGlite.create(dir, {
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'],
  })
  const inside = pg as unknown as FileSystemInside
  inside.Module.FS.lookupPath('/pglite/data').node.mount.type.stream_ops.fsync = (stream) => {
    fdatasyncSync(stream.nfd)
    diskSyncs.count += 1
    return 0
  }
  return pg
}

/** A database in memory, for tests; `snapshot` is a migrated data directory. */
export const openPgliteInMemory = (snapshot?: Blob) =>
  PGlite.create({ extensions: { pg_trgm }, ...(snapshot && { loadDataDir: snapshot }) })
