import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * What `npm start` loads before the bundle. The flag --enable-source-maps would do the first as well, but pino would then
 * read eight megabytes of map at every start, to learn who calls it.
 */
process.setSourceMapsEnabled(true)
enableCompileCache(join(import.meta.dirname, 'dist/.compiled'))
