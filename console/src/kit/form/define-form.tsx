import { getPath, setPath, type ValueAt } from '@hikmah/contract/words'
import { type FormErrors, type GetInputPropsReturnType, schemaResolver } from '@mantine/form'
import { Fragment, type ReactNode } from 'react'
import type { z } from 'zod'
import { type Compared, type ComparedField, comparedFields } from './conflicts.ts'
import { FormSection } from './Form.tsx'

/** A form's data in the API's answer, in the form, and in the request. Each field has the same path in all three. */
interface FormShapes {
  row: object
  values: object
  sent: object
  /** What else the inputs need. */
  context?: unknown
}

/** A step from one shape of a value to the next; optional where the value has that shape already. */
type Step<Name extends string, From, To> = [From] extends [To]
  ? { [Key in Name]?: (value: From) => To }
  : { [Key in Name]: (value: From) => To }

interface InputOf<Value> {
  label: string
  value: Value
  onChange: (value: Value) => void
  /** That of the field or of a part of it. */
  error: ReactNode
  /** For an ordinary input. */
  props: GetInputPropsReturnType
}

export type Draw<Value, Context = unknown> = (input: InputOf<Value>, context: Context) => ReactNode

/** The types ask for each step that is needed; undefined is not sent. */
type FormField<Path, Shapes extends FormShapes> = {
  section?: string
  draw: Draw<ValueAt<Shapes['values'], Path>, Shapes['context']>
} & ComparedField<ValueAt<Shapes['values'], Path>, Shapes['values']> &
  Step<'read', ValueAt<Shapes['row'], Path>, ValueAt<Shapes['values'], Path>> &
  Step<'send', ValueAt<Shapes['values'], Path>, ValueAt<Shapes['sent'], Path> | undefined>

/** The part of Mantine's form that the inputs need, so that one set of them serves forms of different size. */
interface FormState<Values> {
  values: Values
  errors: FormErrors
  getInputProps(path: string): GetInputPropsReturnType
  setFieldValue(path: string, value: unknown): void
  clearFieldError(path: string): void
}

type InputsProps<Path extends string, Shapes extends FormShapes> = {
  form: FormState<Shapes['values']>
  /** Content in front of a field. */
  before?: { [Field in Path]?: ReactNode }
} & (Shapes extends { context: infer Context } ? { context: Context } : { context?: never })

/** The table's type has matched its functions to their field. */
interface AnyField {
  section?: string
  draw: Draw<unknown, unknown>
  read?: (value: unknown) => unknown
  send?: (value: unknown) => unknown
}

/** A form from one table with a row for each field of `labels`: a new field is one more row. */
export function defineForm<Path extends string, Shapes extends FormShapes>(
  labels: { readonly [Field in Path]: string },
  table: { readonly [Field in Path]: FormField<Field, Shapes> },
) {
  // The type of the table has checked each row; Object.keys and a loop over the rows lose it.
  const rows = Object.entries(table) as [Path, AnyField][]
  const rowLabels = Object.fromEntries(rows.map(([path]) => [path, labels[path]])) as { [Field in Path]: string }
  const compared = comparedFields(rowLabels, table as unknown as Compared<Path, Shapes['values']>)

  const build = (from: object, step: 'read' | 'send', among = rows) =>
    among.reduce((built, [path, row]) => {
      const value = getPath(from, path)
      return setPath(built, path, row[step] ? row[step](value) : value)
    }, {})

  const send = (values: Shapes['values']) => build(values, 'send') as Shapes['sent']

  const drawInput = (path: Path, { form, context }: InputsProps<Path, Shapes>) => {
    const errorPaths = Object.keys(form.errors).filter((it) => it === path || it.startsWith(`${path}.`))
    const input = {
      label: labels[path],
      value: getPath(form.values, path),
      onChange(value: unknown) {
        form.setFieldValue(path, value)
        for (const errorPath of errorPaths) form.clearFieldError(errorPath)
      },
      error: form.errors[errorPaths[0] ?? path],
      props: form.getInputProps(path),
    }
    return (table[path] as AnyField).draw(input, context)
  }

  /** In the order of the table, under the titles of its sections. */
  function Inputs(props: InputsProps<Path, Shapes>) {
    const titles = [...new Set(rows.map(([, { section }]) => section))]
    return titles.map((title) => {
      const inputs = rows
        .filter(([, { section }]) => section === title)
        .map(([path]) => (
          <Fragment key={path}>
            {props.before?.[path]}
            {drawInput(path, props)}
          </Fragment>
        ))
      return title === undefined ? (
        inputs
      ) : (
        <FormSection key={title} title={title}>
          {inputs}
        </FormSection>
      )
    })
  }

  return {
    compared,
    Inputs,
    read: (row: Shapes['row']) => build(row, 'read') as Shapes['values'],
    send,
    sendChanges(values: Shapes['values'], row: Shapes['row']) {
      const changed = compared.differing(values, build(row, 'read'))
      const among = rows.filter(([path]) => changed.includes(path))
      return build(values, 'send', among) as Partial<Shapes['sent']>
    },
    /** Checks what would be sent. */
    checkBy: (schema: z.ZodType) => {
      const check = schemaResolver(schema, { sync: true })
      return (values: Shapes['values']) => check({ ...values, ...send(values) })
    },
  }
}
