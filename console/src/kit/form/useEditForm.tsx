import type { Conflict, Data, Input } from '@hikmah/contract/endpoint'
import { type UseFormInput, useForm } from '@mantine/form'
import { lazy, Suspense, useState } from 'react'
import type { ApiError, EndpointRef } from '../api/api.ts'
import { useWrite } from '../api/data.ts'
import { validateWhenLeft } from './after-press.ts'
import type { ConflictProps } from './ConflictWindow.tsx'
import { type Choices, type ComparedFields, conflictsBetween, dividedConflicts, rootOf, settled } from './conflicts.ts'
import { useUnsavedGuard } from './unsaved.ts'

// Conflicts are rare, so it is loaded on demand.
const ConflictWindow = lazy(() => import('./ConflictWindow.tsx').then((it) => ({ default: it.ConflictWindow })))

/** Somebody else saved first (409): their values beside yours, and a choice for each. Shown while it is mounted. */
export const ConflictDialog = (props: ConflictProps) => (
  <Suspense>
    <ConflictWindow {...props} />
  </Suspense>
)

/** The row that the form edits, as the endpoint returns it in a conflict. */
type Row<E> = NonNullable<Conflict<E>>

interface EditForm<E extends EndpointRef, Values> {
  row: Row<E>
  /** The row as it stands in the form. */
  valuesOf: (row: Row<E>) => Values
  fields: ComparedFields<NoInfer<Values>>
  /** What to send. The version is that of `base`. */
  input: (values: Values, base: Row<E>) => Input<E>
  /** Called once it is saved, while the screen is read again. */
  success: (saved: Data<E>, message: string | undefined) => unknown
  /** Who else has saved what, as a sentence for the conflict dialog. */
  said: (theirs: Row<E>) => string
  validate?: UseFormInput<Values>['validate']
  /** The server's errors by the fields of the form, where they have other names. */
  errorsOf?: (fields: ApiError['fields']) => Record<string, string | undefined>
  /** Asked before each save; a no keeps the form as it is. */
  mayProceed?: (values: Values, base: Row<E>) => Promise<boolean> | boolean
  /** Reports every save in between, even one that changed none of these fields. */
  alwaysTells?: boolean
  /** The form itself asks before it is left with unsaved changes. */
  asksItself?: boolean
}

/** A form for a row that others may edit too. Render `dialog` beside the form and `failure` in its FormActions. */
export function useEditForm<E extends EndpointRef, Values extends object>(
  endpoint: E,
  {
    row,
    valuesOf,
    fields,
    input,
    success,
    said,
    validate,
    errorsOf = (errors) => errors,
    mayProceed = () => true,
    alwaysTells,
    asksItself,
  }: EditForm<E, Values>,
) {
  // The version being edited: a newer one must not replace it while somebody types.
  const [base, setBase] = useState(row)
  const [theirs, setTheirs] = useState<Row<E>>()
  const form = useForm<Values>({ initialValues: valuesOf(base), validate, ...validateWhenLeft })
  useUnsavedGuard(() => !asksItself && form.isDirty())
  const save = useWrite(endpoint, {
    success: (saved, message) => {
      form.resetDirty()
      return success(saved, message)
    },
  })

  const isSameHere = (older: Row<E>, newer: Row<E>) => fields.differing(valuesOf(older), valuesOf(newer)).length === 0

  async function submit(values: Values, kept: Row<E>) {
    if (await mayProceed(values, kept)) send(values, kept)
  }

  function send(values: Values, kept: Row<E>, isRepeat = false) {
    save.mutate(input(values, kept), {
      onError: ({ code, current, fields: errors }) => {
        if (code !== 'CONFLICT' || !current) return form.setErrors(errorsOf(errors))
        const newer: Row<E> = current
        if (isRepeat || alwaysTells || !isSameHere(kept, newer)) return setTheirs(newer)
        // Nothing that is edited here has changed, so there is nothing to choose.
        setBase(newer)
        send(values, newer, true)
      },
    })
  }

  function takeUp(newer: Row<E>, values: Values) {
    save.reset()
    setBase(newer)
    setTheirs(undefined)
    form.setInitialValues(valuesOf(newer))
    form.setValues(values)
  }

  /** What only you changed stays as you wrote it. */
  function settle(newer: Row<E>, choices: Choices): Values {
    const values = fields.join(settled(fields.split(form.values), fields.split(valuesOf(newer)), choices)) as Values
    takeUp(newer, values)
    return values
  }

  function conflictDialog(newer: Row<E>) {
    const versions = [form.values, valuesOf(base), valuesOf(newer)]
    const labels = fields.labelParts(...versions)
    const [yours, before, theirs] = versions.map(fields.comparable)
    const conflicts = conflictsBetween(yours, before, theirs, labels, fields.show)
    const { asked, kept } = dividedConflicts(conflicts, before, theirs, labels)
    const theirsIn = (some: typeof conflicts): Choices => Object.fromEntries(some.map(({ field }) => [field, 'theirs']))
    return (
      <ConflictDialog
        conflicts={asked}
        kept={kept}
        said={`${said(newer)}${asked.length > 0 ? ' Choose what to keep.' : ''}`}
        onCancel={() => setTheirs(undefined)}
        onKeepTheirs={() => settle(newer, theirsIn([...asked, ...kept]))}
        onSave={(choices) => void submit(settle(newer, { ...theirsIn(kept), ...choices }), newer)}
      />
    )
  }

  const isUnderAField = Object.values(errorsOf(save.error?.fields ?? {})).some(Boolean)
  return {
    form,
    base,
    changed: () => [
      ...new Set(
        fields.differing(form.values, valuesOf(base)).map((path) => fields.labels[path] ?? fields.labels[rootOf(path)]),
      ),
    ],
    isSaving: save.isPending,
    /** What to show next to the buttons; not what is shown under a field or in the dialog. */
    failure: theirs || isUnderAField ? null : save.error,
    onSubmit: form.onSubmit(
      (values) => void submit(values, base),
      (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
    ),
    dialog: theirs && conflictDialog(theirs),
  }
}
