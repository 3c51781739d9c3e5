import { plainTextOf } from '@hikmah/contract/rich-text'
import { Input } from '@mantine/core'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'
import { fieldError } from '../field/field-error.tsx'
import { Counter } from '../field/TextField.tsx'
import { FormatTools, type ToolName } from './FormatTools.tsx'
import { RichText } from './RichText.tsx'
import classes from './RichTextField.module.css'
import { selectedIn } from './selected-in.ts'
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
