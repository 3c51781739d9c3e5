import { plainTextOf, richDocument } from '@hikmah/contract/rich-text/document'
import { ActionIcon, Input } from '@mantine/core'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { fieldError } from '../field/field-error.tsx'
import { Counter } from '../field/TextField.tsx'
import { Icon, type IconName } from '../icons/icons.tsx'
import classes from './RichTextField.module.css'

/** Only what the contract keeps. */
const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    strike: false,
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto'] },
  }),
]

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
  const sent = useRef(value)
  const editor = useEditor({
    extensions,
    content: richDocument(value),
    // The page allows no styles that a script writes into it; RichTextField.module.css has them.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        class: classes.text ?? '',
      },
    },
    onUpdate: ({ editor: changed }) => {
      sent.current = changed.getText().trim() === '' ? '' : JSON.stringify(changed.getJSON())
      onChange(sent.current)
    },
  })

  // What was changed from outside, as by a reset of the form.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    editor.commands.setContent(richDocument(value), { emitUpdate: false })
  }, [editor, value])

  useEffect(() => {
    const { dom } = editor.view
    dom.toggleAttribute('data-invalid', Boolean(error))
    dom.setAttribute('aria-invalid', String(Boolean(error)))
    dom.setAttribute('aria-required', String(Boolean(required)))
    if (error) dom.setAttribute('aria-describedby', `${id}-error`)
    else dom.removeAttribute('aria-describedby')
  }, [editor, error, required, id])

  return (
    <Counter max={max} value={counted(value)}>
      <Input.Wrapper
        id={id}
        label={label}
        labelElement="div"
        labelProps={{ id: `${id}-label`, onClick: () => editor.commands.focus() }}
        description={description}
        error={fieldError(error)}
        errorProps={{ id: `${id}-error` }}
        required={required}
      >
        <div className={classes.box} data-invalid={error ? true : undefined}>
          <Tools editor={editor} />
          <EditorContent editor={editor} onBlur={onBlur} />
        </div>
      </Input.Wrapper>
    </Counter>
  )
}

interface Tool {
  label: string
  icon: IconName
  name: string
  run: (editor: Editor) => void
}

const tools: Tool[] = [
  { label: 'Bold', icon: 'bold', name: 'bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  { label: 'Italic', icon: 'italic', name: 'italic', run: (editor) => editor.chain().focus().toggleItalic().run() },
  {
    label: 'Underline',
    icon: 'underline',
    name: 'underline',
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    label: 'Bulleted list',
    icon: 'bullets',
    name: 'bulletList',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: 'numbers',
    name: 'orderedList',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
]

function Tools({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.filter(({ name }) => now.isActive(name)).map(({ name }) => name),
  })
  return (
    <div className={classes.tools} role="toolbar" aria-label="Format">
      {tools.map((tool) => (
        <ActionIcon
          key={tool.name}
          variant="subtle"
          size={28}
          title={tool.label}
          aria-label={tool.label}
          aria-pressed={active.includes(tool.name)}
          // Pressing a tool must not take the selection out of the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tool.run(editor)}
        >
          <Icon name={tool.icon} />
        </ActionIcon>
      ))}
    </div>
  )
}
