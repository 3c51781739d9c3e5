import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type QueryKey, type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../kit/api/api.ts'
import classes from '../../kit/field/choices.module.css'
import { fieldError } from '../../kit/field/field-error.tsx'
import { Icon } from '../../kit/icons/icons.tsx'

interface Option {
  value: string
  label: string
  detail: string
  disabled: boolean
}

interface Answer<Row, Meta> {
  data: Row[]
  meta: Meta
}

interface Props<Row, Meta, Key extends QueryKey> {
  label: string
  placeholder: string
  /** The text when nothing was found. */
  nothing: string
  ask: (q: string | undefined) => UndefinedInitialDataOptions<Answer<Row, Meta>, ApiError, Answer<Row, Meta>, Key>
  optionOf: (row: Row) => Option
  value: string
  onChange: (value: string) => void
  error?: ReactNode
}

/** A select that searches on the server while typing. */
export function FoundSelect<Row, Meta, Key extends QueryKey>(props: Props<Row, Meta, Key>) {
  const { label, placeholder, nothing, ask, optionOf, value, onChange } = props
  const [typed, setTyped] = useState('')
  const [kept, setKept] = useState<Option>()
  const [q] = useDebouncedValue(typed.trim(), 150)
  // The chosen label fills the field; it is not a search.
  const isSearch = q !== '' && q !== kept?.label
  const { data, error } = useQuery({ ...ask(isSearch ? q : undefined), placeholderData: keepPreviousData })
  const found = (data?.data ?? []).map(optionOf)
  const options = kept && !found.some((one) => one.value === kept.value) ? [kept, ...found] : found

  return (
    <Select
      label={label}
      required
      searchable
      openOnFocus={false}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options: all }) => all}
      selectFirstOptionOnChange
      withCheckIcon={false}
      allowDeselect={false}
      maxDropdownHeight={240}
      classNames={{ dropdown: classes.choices }}
      placeholder={placeholder}
      nothingFoundMessage={error ? error.message : nothing}
      data={options.map(({ detail: _, ...option }) => option)}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          <small>{options.find((one) => one.value === option.value)?.detail}</small>
        </span>
      )}
      rightSection={<Icon name="down" size={12} />}
      value={value || null}
      onChange={(id) => {
        setKept(options.find((one) => one.value === id))
        onChange(id ?? '')
      }}
      error={fieldError(props.error)}
    />
  )
}
