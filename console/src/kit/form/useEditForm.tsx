import type { Conflict, Data, Input } from '@hikmah/contract/endpoint'
import { type UseFormInput, useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { ApiError, EndpointRef } from '../api/api.ts'
import { useWrite } from '../api/data.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { type Choices, conflictsBetween, differing, dividedConflicts, type FieldLabels, settled } from './conflicts.ts'
import { useUnsavedGuard } from './unsaved.ts'

/** The row as an endpoint shows it when somebody else was quicker, which is the one that the form edits. */
type Row<E> = NonNullable<Conflict<E>>

interface EditForm<E extends EndpointRef, Values> {
  /** As it was when the form opened. */
  row: Row<E>
  /** The row as it stands in the form. `written` is what the form holds when a newer row is taken over. */
  valuesOf: (row: Row<E>, written?: Values) => Values
  /** What is edited here, by its path in the values. */
  fields: FieldLabels
  /** What to send. The version is that of `base`. */
  input: (values: Values, base: Row<E>) => Input<E>
  /** After everything on screen has been read again. */
  success: (saved: Data<E>, message: string | undefined) => unknown
  /** Who saved what meanwhile, as a sentence, for the dialog that lets one choose. */
  said: (theirs: Row<E>) => string
  validate?: UseFormInput<Values>['validate']
  /** The server's errors by the fields of the form, where they have other names. */
  errorsOf?: (fields: ApiError['fields']) => Record<string, string | undefined>
  /** Asked before each save; a no keeps the form as it is. */
  mayProceed?: (values: Values, base: Row<E>) => Promise<boolean> | boolean
  /** The values in a form in which those that mean the same are equal. */
  comparable?: (values: Values) => unknown
  /** A comparable value as the reader sees it. */
  show?: (field: string, value: unknown) => ReactNode
  /** Tells of every save in between, also of one that changed nothing that is edited here. */
  alwaysTells?: boolean
  /** The form asks by itself before it is left with unsaved changes. */
  asksItself?: boolean
}

/**
 * A form over a row that somebody else may be editing too. Whoever saves second is shown both versions, field by field.
 * Render `dialog` beside the form and `failure` in its FormActions.
 */
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
    comparable = (values) => values,
    show,
    alwaysTells,
    asksItself,
  }: EditForm<E, Values>,
) {
  // The version that is edited: a newer one must not slip in under what is typed.
  const [base, setBase] = useState(row)
  const [theirs, setTheirs] = useState<Row<E>>()
  const form = useForm<Values>({ initialValues: valuesOf(base), validate, validateInputOnBlur: true })
  useUnsavedGuard(() => !asksItself && form.isDirty())
  const save = useWrite(endpoint, {
    success: (saved, message) => {
      form.resetDirty()
      return success(saved, message)
    },
  })

  const isSameHere = (one: Row<E>, other: Row<E>) =>
    differing(comparable(valuesOf(one)), comparable(valuesOf(other)), fields).length === 0

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

  /** Goes on from what somebody else has saved. */
  function takeUp(newer: Row<E>, values: Values) {
    setBase(newer)
    setTheirs(undefined)
    form.setInitialValues(valuesOf(newer))
    form.setValues(values)
  }

  function settle(newer: Row<E>, choices: Choices) {
    const values = settled(form.values, valuesOf(newer), choices)
    takeUp(newer, values)
    void submit(values, newer)
  }

  function conflictDialog(newer: Row<E>) {
    const versions = [form.values, valuesOf(base), valuesOf(newer)].map(comparable)
    const conflicts = conflictsBetween(versions[0], versions[1], versions[2], fields, show)
    const { asked, kept } = dividedConflicts(conflicts, versions[1], versions[2], fields)
    const keptChoices: Choices = Object.fromEntries(kept.map(({ field }) => [field, 'theirs']))
    return (
      <ConflictDialog
        conflicts={asked}
        kept={kept}
        said={`${said(newer)}${asked.length > 0 ? ' Choose what to keep.' : ''}`}
        onCancel={() => setTheirs(undefined)}
        onKeepTheirs={() => takeUp(newer, valuesOf(newer, form.values))}
        onSave={(choices) => settle(newer, { ...keptChoices, ...choices })}
      />
    )
  }

  const isUnderAField = Object.values(errorsOf(save.error?.fields ?? {})).some(Boolean)
  return {
    form,
    /** The version that is edited. */
    base,
    isSaving: save.isPending,
    /** What to tell beside its buttons; not what stands under a field or is asked in the dialog. */
    failure: theirs || isUnderAField ? null : save.error,
    onSubmit: form.onSubmit(
      (values) => void submit(values, base),
      (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
    ),
    /** Both versions side by side, when somebody else has saved. */
    dialog: theirs && conflictDialog(theirs),
  }
}
