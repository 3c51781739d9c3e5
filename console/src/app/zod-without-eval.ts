import { config } from 'zod'

// zod compiles its checks with `new Function`, which our content security policy refuses. It reads this when a schema
// is made, so it must be the first import of the console.
config({ jitless: true })
