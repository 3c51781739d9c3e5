import { plainTextOf, type RichMark, type RichNode, richDocument } from '@hikmah/contract/rich-text'
import { Fragment, type ReactNode } from 'react'
import classes from './rich-text.module.css'

/** A stored rich or plain text as elements; nothing of it is ever read as HTML. */
export function RichText({ value }: { value: string }) {
  return <div className={classes.rich}>{inside(richDocument(value))}</div>
}

/** Equal for texts that look alike; '' without any text. */
export const comparableText = (value: string) => (plainTextOf(value) === '' ? '' : JSON.stringify(richDocument(value)))

const inside = ({ content = [] }: RichNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes never move while they are shown
  content.map((node, i) => <Fragment key={i}>{element(node)}</Fragment>)

function element(node: RichNode): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{inside(node)}</p>
    case 'bulletList':
      return <ul>{inside(node)}</ul>
    case 'orderedList':
      return <ol>{inside(node)}</ol>
    case 'listItem':
      return <li>{inside(node)}</li>
    case 'hardBreak':
      return <br />
    case 'text':
      return (node.marks ?? []).reduce<ReactNode>(marked, node.text)
    default:
      return inside(node)
  }
}

function marked(text: ReactNode, mark: RichMark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{text}</strong>
    case 'italic':
      return <em>{text}</em>
    case 'underline':
      return <u>{text}</u>
    default:
      return (
        <a href={mark.attrs?.href} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      )
  }
}
