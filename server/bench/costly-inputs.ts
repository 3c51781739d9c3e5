import { calledByStrangers, costOf, isSlower, judge, seriesOf } from '../test/costly-inputs.ts'

const SHOWN = 20
/** What takes less is not measured, for that would take minutes. */
const LEAST_MS = 4

/** The inputs of a mebibyte at most that keep everybody waiting longest while they are judged. */
export function printCostlyInputs() {
  const costs: { ms: number; label: string }[] = []
  for (const { name, place, inputs } of calledByStrangers.flatMap((endpoint) => [...seriesOf(endpoint)])) {
    for (const { size, input } of inputs) {
      const work = () => judge(place, input)
      if (isSlower(work, LEAST_MS)) costs.push({ ms: costOf(work), label: `${name}, ${size.toLocaleString('en-US')}` })
    }
  }
  console.log('\ncostly inputs, ms of the processor to judge one')
  for (const { ms, label } of costs.sort((a, b) => b.ms - a.ms).slice(0, SHOWN)) {
    console.log(`${ms.toFixed(1).padStart(9)}  ${label}`)
  }
}
