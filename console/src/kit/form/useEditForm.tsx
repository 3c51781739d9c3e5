import type { CallParts, Conflict, Data, Input } from '@hikmah/contract/endpoint'
import { type UseFormInput, useForm } from '@mantine/form'
import { lazy, Suspense, useState } from 'react'
import type { ApiError } from '../api/api.ts'
import { useWrite } from '../api/data.ts'
import { validateWhenLeft } from './after-press.ts'
import type { ConflictProps } from './ConflictWindow.tsx'
import {
  applyChoices,
  type Choices,
  type ComparedFields,
  conflictsBetween,
  divideConflicts,
  listPath,
} from './conflicts.ts'
import { useUnsavedGuard } from './unsaved.ts'

// Loaded on demand, since conflicts are rare.
const ConflictWindow = lazy(() => import('./ConflictWindow.tsx').then((it) => ({ default: it.ConflictWindow })))

/** Somebody else saved first (409). Shown while it is mounted. */
export const ConflictDialog = (props: ConflictProps) => (
  <Suspense>
    <ConflictWindow {...props} />
  </Suspense>
)

type Row<E> = NonNullable<Conflict<E>>

interface EditForm<E extends CallParts, Values> {
  row: Row<E>
  toValues: (row: Row<E>) => Values
  fields: ComparedFields<NoInfer<Values>>
  /** The version to send is that of `base`. */
  input: (values: Values, base: Row<E>) => Input<E>
  success: (saved: Data<E>, message: string | undefined) => unknown
  /** A sentence for the conflict dialog. */
  describeOtherSave: (theirs: Row<E>) => string
  validate?: UseFormInput<Values>['validate']
  /** Where the fields of the form have other names than those of the server. */
  toFieldErrors?: (fields: ApiError['fields']) => Record<string, string | undefined>
  mayProceed?: (values: Values, base: Row<E>) => Promise<boolean> | boolean
  /** Shows every save in between, even one that changed none of these fields. */
  showsEverySave?: boolean
  /** The caller asks before somebody leaves unsaved changes. */
  guardsItself?: boolean
}

/** A form for a row that others may edit too. Render `dialog` beside the form and `failure` in its FormActions. */
export function useEditForm<E extends CallParts, Values extends object>(endpoint: E, options: EditForm<E, Values>) {
  const { row, toValues, fields, input, validate, toFieldErrors = (errors) => errors } = options
  // The version being edited: a newer one must not replace it while somebody types.
  const [base, setBase] = useState(row)
  const [theirs, setTheirs] = useState<Row<E>>()
  const form = useForm<Values>({ initialValues: toValues(base), validate, ...validateWhenLeft })
  useUnsavedGuard(() => !options.guardsItself && form.isDirty())
  const save = useWrite(endpoint, {
    success: (saved, message) => {
      form.resetDirty()
      return options.success(saved, message)
    },
  })

  async function submit(values: Values, savedRow: Row<E>) {
    if (!options.mayProceed || (await options.mayProceed(values, savedRow))) send(values, savedRow)
  }

  function send(values: Values, savedRow: Row<E>, isRepeat = false) {
    save.mutate(input(values, savedRow), {
      onError: ({ code, current, fields: errors }) => {
        if (code !== 'CONFLICT' || !current) return form.setErrors(toFieldErrors(errors))
        const newer: Row<E> = current
        const isSameHere = fields.differing(toValues(savedRow), toValues(newer)).length === 0
        if (isRepeat || options.showsEverySave || !isSameHere) return setTheirs(newer)
        // Nothing that is edited here has changed, so there is nothing to choose.
        setBase(newer)
        send(values, newer, true)
      },
    })
  }

  /** Fields that only you changed keep your values. */
  function settle(newer: Row<E>, choices: Choices): Values {
    const theirValues = toValues(newer)
    const values = fields.join(applyChoices(fields.split(form.values), fields.split(theirValues), choices)) as Values
    save.reset()
    setBase(newer)
    setTheirs(undefined)
    form.setInitialValues(theirValues)
    form.setValues(values)
    return values
  }

  function conflictDialog(newer: Row<E>) {
    const versions = [form.values, toValues(base), toValues(newer)]
    const labels = fields.labelParts(...versions)
    const [yours, before, theirs] = versions.map(fields.comparable)
    const conflicts = conflictsBetween(yours, before, theirs, labels, fields.show)
    const { toChoose, theirChanges } = divideConflicts(conflicts, before, theirs, labels)
    const chooseTheirs = (some: typeof conflicts): Choices =>
      Object.fromEntries(some.map(({ field }) => [field, 'theirs']))
    return (
      <ConflictDialog
        conflicts={toChoose}
        theirChanges={theirChanges}
        summary={`${options.describeOtherSave(newer)}${toChoose.length > 0 ? ' Choose what to keep.' : ''}`}
        onCancel={() => setTheirs(undefined)}
        onKeepTheirs={() => settle(newer, chooseTheirs([...toChoose, ...theirChanges]))}
        onSave={(choices) => void submit(settle(newer, { ...chooseTheirs(theirChanges), ...choices }), newer)}
      />
    )
  }

  const isUnderAField = Object.values(toFieldErrors(save.error?.fields ?? {})).some(Boolean)
  return {
    form,
    base,
    changed: (values = form.values) => [
      ...new Set(
        fields.differing(values, toValues(base)).map((path) => fields.labels[path] ?? fields.labels[listPath(path)]),
      ),
    ],
    isSaving: save.isPending,
    isSaved: save.isSuccess,
    /** Only what no field and no dialog shows. */
    failure: theirs || isUnderAField ? null : save.error,
    onSubmit: form.onSubmit(
      (values) => void submit(values, base),
      (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
    ),
    dialog: theirs && conflictDialog(theirs),
  }
}
