import { plainTextOf } from '@hikmah/contract/rich-text'
import { ActionIcon, Input } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'
import { fieldError } from '../field/field-error.tsx'
import { Counter } from '../field/TextField.tsx'
import { Icon, type IconName } from '../icons/icons.tsx'
import { RichText } from './RichText.tsx'
import classes from './rich-text.module.css'
import { writtenIn } from './written-in.ts'

// Larger than the rest of a page: it is loaded when somebody starts to write.
const load = () => import('./RichTextEditor.tsx')
type Loaded = Awaited<ReturnType<typeof load>>

interface Props {
  label: string
  /** Plain text or a document as a JSON string, as the contract's RichText keeps it; `''` when there are no words. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: ReactNode
  description?: ReactNode
  /** How many characters fit, counted as the server does. Longer text is kept and marked, never cut. */
  max: number
  required?: boolean
}

/** The characters that count: the words without the line ends. */
const counted = (value: string) => plainTextOf(value).replaceAll('\n', '')

/** A small editor for a few words: bold, italic, underlined and lists. */
export function RichTextField({ label, value, onChange, onBlur, error, description, max, required }: Props) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<Loaded>()
  const [firstTool, setFirstTool] = useState<ToolName>()
  const text = {
    'aria-labelledby': `${id}-label`,
    'aria-invalid': Boolean(error),
    'aria-required': Boolean(required),
    'aria-describedby': error ? `${id}-error` : undefined,
  }

  function use(tool?: ToolName) {
    setFirstTool(tool)
    // Without it the text can still be written, only without the tools.
    void fetchAhead(load).then((it) => it && setLoaded(it))
  }
  const hasFocus = () => box.current?.contains(document.activeElement) ?? false
  const selected = () => {
    const resting = box.current?.querySelector<HTMLElement>('[role="textbox"]')
    return resting ? selectedIn(resting) : undefined
  }

  return (
    <Counter max={max} value={counted(value)}>
      <Input.Wrapper
        id={id}
        label={label}
        labelElement="div"
        labelProps={{
          id: `${id}-label`,
          onClick: () => box.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus(),
        }}
        description={description}
        error={fieldError(error)}
        errorProps={{ id: `${id}-error` }}
        required={required}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears when the focus leaves all that stands in it */}
        <div
          ref={box}
          className={classes.box}
          data-invalid={error ? true : undefined}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) onBlur?.()
          }}
        >
          {loaded ? (
            <loaded.RichTextEditor
              {...text}
              value={value}
              onChange={onChange}
              firstTool={firstTool}
              hasFocus={hasFocus}
              selected={selected}
            />
          ) : (
            <>
              <FormatTools active={[]} onUse={use} />
              <RestingText {...text} value={value} onChange={onChange} onFocus={() => use()} />
            </>
          )}
        </div>
      </Input.Wrapper>
    </Counter>
  )
}

interface RestingTextProps extends React.AriaAttributes {
  value: string
  onChange: (value: string) => void
  onFocus: () => void
}

/** The text before the editor is loaded. The browser itself handles typing until then, so nothing is lost. */
function RestingText({ value, onChange, onFocus, ...aria }: RestingTextProps) {
  const [shown, setShown] = useState({ value, written: value, times: 0 })
  // Changed from outside, as by a reset of the form.
  if (value !== shown.written) setShown({ value, written: value, times: shown.times + 1 })
  // Always the same elements: React does not know what the browser has changed in them.
  const text = useMemo(() => <RichText value={shown.value} />, [shown.value])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a text area shows no bold, no lists and no links
    <div
      {...aria}
      key={shown.times}
      role="textbox"
      aria-multiline="true"
      tabIndex={0}
      contentEditable
      suppressContentEditableWarning
      className={classes.text}
      onFocus={onFocus}
      onInput={({ currentTarget }) => {
        const written = writtenIn(currentTarget)
        setShown({ ...shown, written })
        onChange(written)
      }}
    >
      {text}
    </div>
  )
}

const tools = [
  { name: 'bold', label: 'Bold', icon: 'bold' },
  { name: 'italic', label: 'Italic', icon: 'italic' },
  { name: 'underline', label: 'Underline', icon: 'underline' },
  { name: 'bulletList', label: 'Bulleted list', icon: 'bullets' },
  { name: 'orderedList', label: 'Numbered list', icon: 'numbers' },
] as const satisfies { name: string; label: string; icon: IconName }[]

export type ToolName = (typeof tools)[number]['name']
export const toolNames = tools.map(({ name }) => name)

interface FormatToolsProps {
  /** Which hold where the text is edited now. */
  active: readonly ToolName[]
  onUse: (tool: ToolName) => void
}

/** One stop of the Tab key; the arrows lead from tool to tool. */
export function FormatTools({ active, onUse }: FormatToolsProps) {
  const [at, setAt] = useState(0)

  function walk({ key, currentTarget }: KeyboardEvent) {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key]
    if (to === undefined) return
    const all = [...currentTarget.querySelectorAll('button')]
    all.at(to % all.length)?.focus()
  }

  return (
    <div className={classes.tools} role="toolbar" aria-label="Format" tabIndex={-1} onKeyDown={walk}>
      {tools.map(({ name, label, icon }, place) => (
        <ActionIcon
          key={name}
          variant="subtle"
          size={28}
          title={label}
          aria-label={label}
          aria-pressed={active.includes(name)}
          tabIndex={place === at ? 0 : -1}
          onFocus={() => setAt(place)}
          // Pressing a tool must not take the selection out of the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onUse(name)}
        >
          <Icon name={icon} />
        </ActionIcon>
      ))}
    </div>
  )
}

/** What stands before a place in a text, as a text to keep; undefined where nothing follows the place. */
type Place = string | undefined

export interface Selected {
  from: Place
  to: Place
  /** The format of the next letter, such as after Ctrl+B. */
  marks: Mark[] | undefined
}

export const marks = ['bold', 'italic', 'underline'] as const
type Mark = (typeof marks)[number]

/** What is selected in an element that the browser edits; undefined where the selection is elsewhere. */
function selectedIn(element: HTMLElement): Selected | undefined {
  const selection = getSelection()
  if (!selection?.rangeCount || !element.contains(selection.anchorNode)) return
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  return {
    from: placeOf(element, startContainer, startOffset),
    to: placeOf(element, endContainer, endOffset),
    // Deprecated, but there is no other way to ask the browser. The browser counts a link as underlined.
    marks: isInLink(startContainer) ? undefined : marks.filter((mark) => document.queryCommandState(mark)),
  }
}

const isInLink = (node: Node) => Boolean((node instanceof Element ? node : node.parentElement)?.closest('a'))

function placeOf(element: HTMLElement, node: Node, offset: number): Place {
  const part = document.createRange()
  part.selectNodeContents(element)
  part.setStart(node, offset)
  if (part.toString() === '') return
  part.selectNodeContents(element)
  part.setEnd(node, offset)
  const before = document.createElement('div')
  before.append(part.cloneContents())
  return writtenIn(before)
}
