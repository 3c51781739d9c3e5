import { readSearch } from '@hikmah/contract/typed'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type QueryKey, type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '../api/api.ts'
import { Icon } from '../icons/icons.tsx'
import { fieldError } from './field-error.tsx'
import classes from './SearchSelect.module.css'

interface Answer<Row, Meta> {
  data: Row[]
  meta: Meta
}

interface Props<Choice, Row extends Choice, Meta, Key extends QueryKey> {
  label: string
  placeholder: string
  description?: string | undefined
  disabled?: boolean
  nothing: string
  ask: (q: string | undefined) => UndefinedInitialDataOptions<Answer<Row, Meta>, ApiError, Answer<Row, Meta>, Key>
  nameOf: (choice: Choice) => string
  detailOf: (row: Row) => ReactNode
  /** Why a row cannot be chosen. */
  refuses?: ((row: Row) => string | false | null | undefined) | undefined
  value: Choice | undefined
  onChange: (row: Row) => void
  error?: ReactNode
}

/**
 * Searches on the server while typing. Enter chooses the first result, and waits for it if need be: a scanner sends Enter
 * with the last character. It never sends the form while the text is not that of the choice.
 */
export function SearchSelect<Choice extends { _id: string }, Row extends Choice, Meta, Key extends QueryKey>(
  props: Props<Choice, Row, Meta, Key>,
) {
  const { nothing, ask, nameOf, detailOf, refuses = () => false, value, onChange, error, ...field } = props
  const chosenName = value && readSearch(nameOf(value))
  const [typed, setTyped] = useState(chosenName ?? '')
  const [isOpen, setOpen] = useState(false)
  const [isEntered, setEntered] = useState(false)
  const text = readSearch(typed)
  const [searched] = useDebouncedValue(text, 150)
  // The name of the choice fills the field; it is not a search.
  const q = searched === chosenName ? undefined : searched || undefined
  const answer = useQuery({ ...ask(q), placeholderData: keepPreviousData })
  const isAnswered = answer.isSuccess && !answer.isPlaceholderData && searched === text
  /** Previous results that may be in the answer, shown until it is there. */
  const mayMatch = (row: Row) =>
    [nameOf(row), detailOf(row)].some(
      (part) => typeof part === 'string' && part.toLowerCase().includes(text.toLowerCase()),
    )
  const answered = answer.data?.data ?? []
  const results = isAnswered || text === chosenName ? answered : answered.filter(mayMatch)
  const rows: Choice[] = value && !results.some(({ _id }) => _id === value._id) ? [...results, value] : results
  const resultById = (id: string) => results.find(({ _id }) => _id === id)

  function choose(row: Row) {
    onChange(row)
    setOpen(false)
  }

  useEffect(() => {
    if (!isEntered || !isAnswered) return
    setEntered(false)
    const first = results.find((row) => !refuses(row))
    if (first) choose(first)
    else setOpen(true)
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || (value && text === chosenName)) return
    // Until somebody presses an arrow key, the choice is highlighted.
    const highlighted = document.getElementById(event.currentTarget.getAttribute('aria-activedescendant') ?? '')
    if (highlighted && !highlighted.hasAttribute('data-combobox-active')) return
    event.preventDefault()
    const [only, ...others] = results
    if (text !== '' && only && others.length === 0 && !refuses(only)) choose(only)
    else setEntered(text !== '')
  }

  return (
    <Select
      {...field}
      required
      data-autofocus
      searchable
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      searchValue={typed}
      onSearchChange={(input) => {
        setTyped(input)
        setEntered(false)
      }}
      // The server has searched.
      filter={({ options }) => options.filter((option) => 'value' in option && resultById(option.value))}
      onKeyDown={onKeyDown}
      allowDeselect={false}
      withCheckIcon={false}
      // Outside of main the choices would be in no landmark.
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      classNames={{ dropdown: classes.choices, options: classes.list }}
      // A list without an entry is one only while it is filled.
      attributes={{ options: { 'aria-busy': !isAnswered } }}
      nothingFoundMessage={answer.error?.message ?? (isAnswered ? nothing : 'Searching…')}
      data={rows.map((row) => {
        const listed = resultById(row._id)
        return { value: row._id, label: nameOf(row), disabled: Boolean(listed && refuses(listed)) }
      })}
      renderOption={({ option }) => {
        const row = resultById(option.value)
        return (
          <span className={classes.option}>
            {option.label}
            <small>{row && (refuses(row) || detailOf(row))}</small>
          </span>
        )
      }}
      rightSection={<Icon name="down" size={12} />}
      error={fieldError(error)}
      value={value?._id ?? null}
      onChange={(id) => {
        const row = resultById(id ?? '')
        if (row) choose(row)
      }}
    />
  )
}
