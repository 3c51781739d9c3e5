import { plainTextOf } from '@hikmah/contract/rich-text'
import { readPasted } from '@hikmah/contract/typed'
import { ActionIcon, Input } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'
import { fieldError } from '../field/field-error.tsx'
import { Counter } from '../field/TextField.tsx'
import { Drawing } from '../icons/public-icons.tsx'
import { RichText } from './RichText.tsx'
import { readRichText } from './read-rich-text.ts'
import classes from './rich-text.module.css'

// Larger than the rest of a page, so loaded when somebody starts to write.
const load = () => import('./RichTextEditor.tsx')
type Loaded = Awaited<ReturnType<typeof load>>

interface Props {
  label: string
  /** Plain text or a document as a JSON string; `''` without any text. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: ReactNode
  description?: ReactNode
  /** Longer text is marked, never cut. */
  max: number
  required?: boolean
}

/** As the server counts: without the line ends. */
const countedText = (value: string) => plainTextOf(value).replaceAll('\n', '')

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
    // If it fails, typing still works without the tools.
    void fetchAhead(load).then((it) => it && setLoaded(it))
  }
  const hasFocus = () => box.current?.contains(document.activeElement) ?? false
  const selected = () => {
    const resting = box.current?.querySelector<HTMLElement>('[role="textbox"]')
    return resting ? selectedIn(resting) : undefined
  }

  return (
    <Counter max={max} value={countedText(value)}>
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus */}
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

/** Until the editor is loaded, the browser itself handles typing, so nothing is lost. */
function RestingText({ value, onChange, onFocus, ...aria }: RestingTextProps) {
  const [shown, setShown] = useState({ value, written: value, times: 0 })
  // Changed from outside, as by a reset of the form.
  if (value !== shown.written) setShown({ value, written: value, times: shown.times + 1 })
  // Always the same elements: React does not know the browser's changes in them.
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
      // Without its format, which only the editor reads.
      onPaste={(event) => {
        event.preventDefault()
        document.execCommand('insertText', false, readPasted(event.clipboardData.getData('text/plain'), true))
      }}
      onInput={({ currentTarget }) => {
        const written = readRichText(currentTarget)
        setShown({ ...shown, written })
        onChange(written)
      }}
    >
      {text}
    </div>
  )
}

/** Their pictures are drawn here, since nothing else shows them. */
const tools = [
  { name: 'bold', label: 'Bold', path: 'M4.5 2.8h4.2a2.5 2.5 0 0 1 0 5H4.5zM4.5 7.8h5a2.7 2.7 0 0 1 0 5.4h-5z' },
  { name: 'italic', label: 'Italic', path: 'M6.5 2.8h5M4.5 13.2h5M9.5 2.8l-3 10.4' },
  { name: 'underline', label: 'Underline', path: 'M4.5 2.5v5a3.5 3.5 0 0 0 7 0v-5M3.5 13.5h9' },
  { name: 'bulletList', label: 'Bulleted list', path: 'M6.5 4h7M6.5 8h7M6.5 12h7M3 4h.01M3 8h.01M3 12h.01' },
  {
    name: 'orderedList',
    label: 'Numbered list',
    path: 'M6.8 4h6.7M6.8 8h6.7M6.8 12h6.7M2.5 3.2l1-.7v3M2.4 9.2c0-1.2 1.6-1.2 1.6-.2 0 .8-1.6 1-1.6 2.2H4',
  },
] as const

export type ToolName = (typeof tools)[number]['name']
export const toolNames = tools.map(({ name }) => name)

interface FormatToolsProps {
  /** Those of the selected text. */
  active: readonly ToolName[]
  onUse: (tool: ToolName) => void
}

/** One stop of the Tab key; arrows lead from tool to tool. */
export function FormatTools({ active, onUse }: FormatToolsProps) {
  const { getItemProps } = useRovingIndex({ total: tools.length })
  return (
    <div className={classes.tools} role="toolbar" aria-label="Format">
      {tools.map(({ name, label, path }, index) => (
        <ActionIcon
          {...getItemProps({ index, onClick: () => onUse(name) })}
          key={name}
          variant="subtle"
          size={28}
          title={label}
          aria-label={label}
          aria-pressed={active.includes(name)}
          // Pressing a tool must not take the selection out of the text.
          onMouseDown={(event) => event.preventDefault()}
        >
          <Drawing path={path} />
        </ActionIcon>
      ))}
    </div>
  )
}

/** The text before a position, as a document; undefined where no text follows the position. */
type Position = string | undefined

export interface Selected {
  from: Position
  to: Position
  /** The format of the next letter, such as after Ctrl+B. */
  marks: Mark[] | undefined
}

export const marks = ['bold', 'italic', 'underline'] as const
type Mark = (typeof marks)[number]

/** Undefined where the selection is outside of the element. */
function selectedIn(element: HTMLElement): Selected | undefined {
  const selection = getSelection()
  if (!selection?.rangeCount || !element.contains(selection.anchorNode)) return
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  return {
    from: positionAt(element, startContainer, startOffset),
    to: positionAt(element, endContainer, endOffset),
    // Deprecated, but the only way to ask the browser, which counts a link as underlined.
    marks: isInLink(startContainer) ? undefined : marks.filter((mark) => document.queryCommandState(mark)),
  }
}

const isInLink = (node: Node) => Boolean((node instanceof Element ? node : node.parentElement)?.closest('a'))

function positionAt(element: HTMLElement, node: Node, offset: number): Position {
  const range = document.createRange()
  range.selectNodeContents(element)
  range.setStart(node, offset)
  if (range.toString() === '') return
  range.selectNodeContents(element)
  range.setEnd(node, offset)
  const before = document.createElement('div')
  before.append(range.cloneContents())
  return readRichText(before)
}
