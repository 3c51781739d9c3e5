import Fastify from 'fastify'
import pg from 'pg'
import { findRunning } from '../src/kit/postgres/embedded.ts'

/*
 * The least that does the same jobs: bare Fastify, bare pg, each job one prepared statement; no session, no checks of
 * shape, no log. The lists read their totals from the maintained counters, because counting rows is about 17 times slower.
 */
const { DATABASE_URL, DATA_DIR = '' } = process.env
const connectionString = DATABASE_URL || (await findRunning(DATA_DIR))?.url
const pool = new pg.Pool({ connectionString, max: 20, options: '-c jit=off' })
const app = Fastify()

/** Serves what the statement reads for these parts of the address. */
function serve(path: string, text: string, ...values: string[]) {
  app.get<{ Params: Record<string, string>; Querystring: Record<string, string> }>(path, async ({ params, query }) => {
    const given = { ...query, ...params }
    const { rows } = await pool.query({ name: path, text, values: values.map((value) => given[value]) })
    return { data: rows }
  })
}

const columns =
  'id, name, short_name, type, email, admin, status, created_at, line1, line2, city, state, country, postal_code'
const total = (list: string) =>
  `(select json_object_agg(status, count) from list_counts where list = '${list}') as counts`
const newest = 'order by created_at desc, id desc limit 10'

serve('/list', `select ${columns}, ${total('organizations')} from organizations ${newest}`)
serve(
  '/search',
  `select ${columns}, (select count(*) from organizations where search like '%' || lower($1) || '%') as total
    from organizations where search like '%' || lower($1) || '%' ${newest}`,
  'q',
)
serve(
  '/one/:id',
  `select o.*,
    (select json_agg(e order by e.at) from tax_events e where e.organization_id = o.id) as events,
    (select json_agg(d order by d.created_at) from tax_documents d where d.organization_id = o.id) as documents,
    (select json_agg(l order by l.created_at) from agreement_logs l where l.organization_id = o.id) as logs,
    (select json_agg(c order by c.at desc) from organization_status_changes c where c.organization_id = o.id) as changes,
    (select count(*) from members m where m.organization_id = o.id) as members
    from organizations o where id = $1`,
  'id',
)
serve('/applications', 'select * from applications where archived_at is null order by place, id')
serve('/application/:id', 'select * from applications where id = $1', 'id')
const ofOrder = `(select json_agg(i order by i.position) from order_items i where i.order_id = o.id) as items`
serve('/orders', `select o.*, ${ofOrder}, ${total('orders')} from orders o ${newest}`)
serve(
  '/order/:id',
  `select o.*, ${ofOrder},
    (select json_agg(r) from order_refunds r where r.order_id = o.id) as refunds,
    (select json_agg(v) from stripe_invoices v where v.id = o.invoice_id or v.subscription_id = o.subscription_id) as invoices,
    (select json_agg(m) from money_movements m where m.invoice_id = o.invoice_id) as movements
    from orders o where id = $1`,
  'id',
)
const ofInvoice = `(select json_agg(l order by l.position) from stripe_invoice_lines l where l.invoice_id = v.id) as lines`
serve(
  '/invoices/:id',
  `select v.*, ${ofInvoice}, count(*) over () as total from stripe_invoices v where organization_id = $1 ${newest}`,
  'id',
)
serve(
  '/invoice/:id',
  `select v.*, ${ofInvoice},
    (select json_agg(m) from money_movements m where m.invoice_id = v.id) as movements,
    (select order_no from orders where invoice_id = v.id limit 1) as order_no
    from stripe_invoices v where id = $1`,
  'id',
)
serve(
  '/members/:id',
  'select *, count(*) over () as total from members where organization_id = $1 order by created_at, id limit 10',
  'id',
)
const beats = 'join device_beats b on b.device_id = d.id'
serve(
  '/devices',
  `select d.*, b.*, ${total('devices')} from (select * from devices where deleted_at is null ${newest}) d ${beats} order by d.created_at desc, d.id desc`,
)
serve(
  '/devices-seen',
  `select d.*, b.*, ${total('devices')} from (select * from device_beats order by last_beat_at desc nulls last, device_id desc limit 10) b
    join devices d on d.id = b.device_id`,
)
serve('/invoices', `select *, ${total('invoices')} from stripe_invoices where status <> 'draft' ${newest}`)
serve(
  '/counts',
  `select (select json_agg(c) from list_counts c) as counts, (select max(seq) from audit_entries) as seq,
    (select max(worked_at) from stripe_events) as worked`,
)

await pool.query('create table if not exists bare_beats (device_key text, at timestamptz, ip text)')
app.post('/beat', async ({ headers, ip }) => {
  const text = 'insert into bare_beats values ($1, now(), $2)'
  await pool.query({ name: 'beat', text, values: [headers.devicekey, ip] })
  return { data: { nextBeatS: 300 } }
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.stderr.write(`ready on http://127.0.0.1:${(app.server.address() as { port: number }).port}\n`)
