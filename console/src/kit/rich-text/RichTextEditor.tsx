import { isLinkAddress, richDocument } from '@hikmah/contract/rich-text'
import { readPasted } from '@hikmah/contract/typed'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cleanPaste } from './clean-paste.ts'
import { FormatTools, marks, type Selected, type ToolName, toolNames } from './RichTextField.tsx'
import classes from './rich-text.module.css'

/** Only what the contract allows. */
const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    strike: false,
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: isLinkAddress },
  }),
]

const readsPastes = {
  // What this editor has copied itself stays as it is.
  transformPastedHTML: (html: string) => (html.includes('data-pm-slice') ? html : cleanPaste(html)),
  transformPastedText: (text: string) => readPasted(text, true),
}

interface Props extends React.AriaAttributes {
  value: string
  onChange: (value: string) => void
  /** The tool that loaded the editor. */
  firstTool?: ToolName
  /** By the time the editor is loaded, the person may be in another field. */
  hasFocus: () => boolean
  /** In the text that the editor replaces. */
  selected: () => Selected | undefined
}

/** Takes over from `RestingText`, with focus and selection, once somebody starts to write. */
export function RichTextEditor({ value, onChange, firstTool, hasFocus, selected, ...aria }: Props) {
  const lastSent = useRef(value)
  const [isTakingFocus] = useState(hasFocus)
  const [selection] = useState(selected)
  const editor = useEditor({
    extensions,
    content: richDocument(value),
    // The content policy allows no injected styles; rich-text.module.css has them.
    injectCSS: false,
    editorProps: { attributes: textboxAttributes(aria), ...readsPastes },
    onCreate: ({ editor: created }) => firstTool && run[firstTool](created),
    onUpdate: ({ editor: changed }) => {
      lastSent.current = changed.getText().trim() === '' ? '' : JSON.stringify(changed.getJSON())
      onChange(lastSent.current)
    },
  })

  // Changed from outside, as by a reset of the form.
  useEffect(() => {
    if (value === lastSent.current) return
    lastSent.current = value
    editor.commands.setContent(richDocument(value), { emitUpdate: false })
  }, [editor, value])

  // Not on the next frame like the editor's own autofocus: a letter may come in between.
  useLayoutEffect(() => {
    if (!isTakingFocus) return
    const [from, to] = [selection?.from, selection?.to].map((before) => positionAfter(before, editor))
    editor.commands.setTextSelection({ from: from!, to: to! })
    // Focusing only the element would leave the browser's caret at the beginning.
    editor.view.focus()
    if (!selection?.marks || from !== to) return
    for (const mark of marks) if (editor.isActive(mark) !== selection.marks.includes(mark)) run[mark](editor)
  }, [editor, isTakingFocus, selection])

  const attributes = textboxAttributes(aria)
  const attributesKey = JSON.stringify(attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal object is another one on each render
  useEffect(() => editor.setOptions({ editorProps: { attributes, ...readsPastes } }), [editor, attributesKey])

  const active = useEditorState({
    editor,
    selector: (state) => toolNames.filter((name) => state.editor.isActive(name)),
  })
  // The tools follow changes only from here on; the format that was taken over came before.
  useEffect(() => editor.view.dispatch(editor.state.tr), [editor])
  return (
    <>
      <FormatTools active={active} onUse={(name) => run[name](editor)} />
      <EditorContent editor={editor} />
    </>
  )
}

/** The position in the editor's document after a text; its end without one. */
function positionAfter(before: string | undefined, { schema, state }: Editor): number {
  const doc = before === undefined ? state.doc : schema.nodeFromJSON(richDocument(before))
  let position = doc.content.size
  for (let last = doc.lastChild; last && !last.isInline; last = last.lastChild) position -= 1
  return position
}

const textboxAttributes = (aria: React.AriaAttributes): Record<string, string> => ({
  role: 'textbox',
  'aria-multiline': 'true',
  class: classes.text ?? '',
  ...Object.fromEntries(
    Object.entries(aria)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ),
})

const run: Record<ToolName, (editor: Editor) => void> = {
  bold: (editor) => editor.chain().focus().toggleBold().run(),
  italic: (editor) => editor.chain().focus().toggleItalic().run(),
  underline: (editor) => editor.chain().focus().toggleUnderline().run(),
  bulletList: (editor) => editor.chain().focus().toggleBulletList().run(),
  orderedList: (editor) => editor.chain().focus().toggleOrderedList().run(),
}
