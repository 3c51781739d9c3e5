import './app/color-scheme.ts'

/*
 * The outline in index.html is painted first: running the console takes longer than fetching it. A hidden tab is
 * not painted, so it does not wait.
 */
const LONGEST_MS = 100
const painted = new Promise((done) => new PerformanceObserver(done).observe({ type: 'paint', buffered: true }))
const late = new Promise((done) => setTimeout(done, LONGEST_MS))

void Promise.race([painted, late]).then(() => import('./console.tsx'))
