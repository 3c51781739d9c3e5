import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { countText } from '../format/texts.ts'
import classes from './PageTabs.module.css'

interface Props<Value extends string> {
  /** What the tabs divide, for screen readers. */
  label: string
  tabs: { value: Value; label: string; count?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

/** Tabs under the head of a page. Keep the value in the address. */
export function PageTabs<Value extends string>({ label, tabs, value, onChange, children }: Props<Value>) {
  return (
    // The values are those of `tabs`, which Mantine widens to text.
    <Tabs value={value} onChange={(to) => onChange(to as Value)} classNames={classes}>
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            <span className={classes.words}>{tab.label}</span>
            {tab.count !== undefined && (
              <span className={classes.count}>{typeof tab.count === 'number' ? countText(tab.count) : tab.count}</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  )
}
