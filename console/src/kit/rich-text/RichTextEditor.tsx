import { isLinkAddress, richDocument } from '@hikmah/contract/rich-text'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { FormatTools, marks, type Selected, type ToolName, toolNames } from './RichTextField.tsx'
import classes from './rich-text.module.css'

/** Only what the contract keeps. */
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

interface Props extends React.AriaAttributes {
  value: string
  onChange: (value: string) => void
  /** The tool whose use loaded the editor. */
  firstTool?: ToolName
  /** Whether the text still has the focus: by the time the editor is loaded, the person may be in another field. */
  hasFocus: () => boolean
  /** The selection in the text that the editor replaces. */
  selected: () => Selected | undefined
}

/** Replaces `RestingText`, with focus and selection, once somebody starts to write. */
export function RichTextEditor({ value, onChange, firstTool, hasFocus, selected, ...aria }: Props) {
  const sent = useRef(value)
  const [isTakingFocus] = useState(hasFocus)
  const [taken] = useState(selected)
  const editor = useEditor({
    extensions,
    content: richDocument(value),
    // The page allows no styles that a script writes into it; RichTextField.module.css has them.
    injectCSS: false,
    editorProps: { attributes: attributesOf(aria) },
    onCreate: ({ editor: created }) => firstTool && run[firstTool](created),
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

  // At once, and not on the next frame like the editor's own autofocus: a letter may come in between.
  useLayoutEffect(() => {
    if (!isTakingFocus) return
    const [from, to] = [taken?.from, taken?.to].map((before) => placeAfter(before, editor))
    editor.commands.setTextSelection({ from: from!, to: to! })
    // The focus of the element alone would leave the browser's own caret at the beginning.
    editor.view.focus()
    if (!taken?.marks || from !== to) return
    for (const mark of marks) if (editor.isActive(mark) !== taken.marks.includes(mark)) run[mark](editor)
  }, [editor, isTakingFocus, taken])

  const attributes = attributesOf(aria)
  const said = JSON.stringify(attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object each time, with the same in it
  useEffect(() => editor.setOptions({ editorProps: { attributes } }), [editor, said])

  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => toolNames.filter((name) => now.isActive(name)),
  })
  // The tools hear of changes from here on; what was taken over came before.
  useEffect(() => editor.view.dispatch(editor.state.tr), [editor])
  return (
    <>
      <FormatTools active={active} onUse={(name) => run[name](editor)} />
      <EditorContent editor={editor} />
    </>
  )
}

/** The position in the editor's document after such a text; its end without one. */
function placeAfter(before: string | undefined, { schema, state }: Editor): number {
  const doc = before === undefined ? state.doc : schema.nodeFromJSON(richDocument(before))
  let place = doc.content.size
  for (let last = doc.lastChild; last && !last.isInline; last = last.lastChild) place -= 1
  return place
}

const attributesOf = (aria: React.AriaAttributes): Record<string, string> => ({
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
