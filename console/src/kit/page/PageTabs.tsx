import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useChosenInView } from '../display/viewport.ts'
import { countText } from '../format/texts.ts'
import classes from './PageTabs.module.css'

interface Props<Value extends string> {
  label: string
  tabs: { value: Value; label: string; count?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** Content of the chosen tab. */
  children: ReactNode
}

/** Keep the value in the page's address. */
export function PageTabs<Value extends string>({ label, tabs, value, onChange, children }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useChosenInView(list, value)
  useFadedEdges(list)
  return (
    // Mantine widens the values of `tabs` to string.
    <Tabs value={value} onChange={(to) => onChange(to as Value)} classNames={classes}>
      <Tabs.List ref={list} aria-label={label}>
        {tabs.map(({ value: to, label, count }) => (
          <Tabs.Tab key={to} value={to} aria-describedby={count === undefined ? undefined : `${id}${to}`}>
            <span className={classes.words}>{label}</span>
            {count !== undefined && (
              <span id={`${id}${to}`} className={classes.count} aria-hidden="true">
                {typeof count === 'number' ? countText(count) : count}
                {typeof count === 'number' && <span className="spoken"> in all</span>}
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  )
}

/** Fades the edges behind which there are more tabs. */
function useFadedEdges(ref: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = list
      list.toggleAttribute('data-more-before', scrollLeft > 1)
      list.toggleAttribute('data-more-after', scrollLeft < scrollWidth - clientWidth - 1)
    }
    const watch = new ResizeObserver(mark)
    watch.observe(list)
    list.addEventListener('scroll', mark, { passive: true })
    return () => {
      watch.disconnect()
      list.removeEventListener('scroll', mark)
    }
  }, [ref])
}
