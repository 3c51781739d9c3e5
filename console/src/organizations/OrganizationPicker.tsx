import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { organizations } from '@hikmah/contract/organizations/calls'
import type { OrganizationRow } from '@hikmah/contract/organizations/schemas'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { read } from '../kit/api/data.ts'
import classes from '../kit/field/choices.module.css'
import { breakable } from '../kit/format/breakable.tsx'
import { Icon } from '../kit/icons/icons.tsx'

const MAX_SHOWN = 20

export type Picked = Pick<OrganizationRow, '_id' | 'orgName'>

interface Props {
  value: Picked | undefined
  onChange: (organization: Picked | undefined) => void
  /** Why an organization cannot be chosen, if so. */
  refuses?: (organization: OrganizationRow) => string | false
}

/** Picks an organization, with the same search as the list of organizations. */
export function OrganizationPicker({ value, onChange, refuses = () => false }: Props) {
  const [typed, setTyped] = useState(value?.orgName ?? '')
  const [q] = useDebouncedValue(typed.trim(), 150)
  const { data, error, isPlaceholderData } = useQuery({
    ...read(organizations.listOrganizations, { query: { q: q || undefined, page: 1, limit: MAX_SHOWN } }),
    placeholderData: keepPreviousData,
  })
  const found = data?.data ?? []
  const rows: Picked[] = value && !found.some(({ _id }) => _id === value._id) ? [...found, value] : found

  /**
   * Enter takes the first result if none is highlighted, as results arrive after typing. While the input differs from
   * the choice, Enter never submits the form, which would send the previous organization.
   */
  function takeFirst(event: KeyboardEvent) {
    const text = typed.trim()
    const isPointedOut = event.currentTarget.getAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || isPointedOut || (value && text === value.orgName)) return
    event.preventDefault()
    const first = found.find((row) => !refuses(row))
    const isFoundByIt = text !== '' && q === text && !isPlaceholderData
    if (first && isFoundByIt) onChange(first)
  }

  return (
    <Select
      label="Organization"
      required
      data-autofocus
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
      onKeyDown={takeFirst}
      withCheckIcon={false}
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      classNames={{ dropdown: classes.choices, options: classes.list }}
      placeholder="Name, e-mail, phone, EIN or place"
      nothingFoundMessage={error ? error.message : 'No organization matches'}
      data={rows.map((row) => ({
        value: row._id,
        label: row.orgName,
        disabled: found.some((one) => one._id === row._id && refuses(one)),
      }))}
      renderOption={({ option: { value: id, label } }) => {
        const row = found.find(({ _id }) => _id === id)
        return (
          <span className={classes.option}>
            {label}
            <small>{row && (refuses(row) || breakable(row.orgEmail))}</small>
          </span>
        )
      }}
      rightSection={<Icon name="down" size={12} />}
      value={value?._id ?? null}
      onChange={(id) => onChange(rows.find(({ _id }) => _id === id))}
    />
  )
}
