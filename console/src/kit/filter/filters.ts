/** A filter of a list besides its search and its status. */
export interface Filter {
  /** Its name, such as "App stream". */
  label: string
  /** What the address holds when it is off. */
  off: Record<string, undefined>
  /** The text of its chip while it is active. */
  shown: string | undefined
  choices?: { label: string; isChosen: boolean; on: Record<string, string> }[]
}

interface Choice<Value> {
  value: Value
  label: string
  /** What the chip says where the label alone would not do. */
  chip?: string
}

/** A filter of one parameter of the address with a few values. */
export function choiceFilter<Value extends string | number>(
  name: string,
  label: string,
  value: Value | undefined,
  choices: Choice<Value>[],
): Filter {
  const chosen = choices.find((choice) => choice.value === value)
  return {
    label,
    off: { [name]: undefined },
    shown: chosen && (chosen.chip ?? chosen.label),
    choices: choices.map((choice) => ({
      label: choice.label,
      isChosen: choice === chosen,
      on: { [name]: String(choice.value) },
    })),
  }
}
