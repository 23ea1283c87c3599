import { Fragment, type ReactNode } from 'react'

type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'text'; text: string }

// Linear: what repeats ends where another match could begin.
const HEADING = /^(#{1,4})\s+(\S.*)$/
const ITEM = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(\S.*)$/
const INLINE = /\*\*([^*]+)\*\*|\[([^[\]]+)\]\(([^()\s]+)\)|(https?:\/\/[^\s)]+[^\s).,;])/g
const SAFE = /^(https?:|mailto:)/i

/** A subset for legal texts: headings, paragraphs, lists, bold text and links. Everything else stays text. */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = []
  let open = false
  for (const line of source.replaceAll('\r', '').split('\n')) {
    const last = blocks.at(-1)
    const heading = HEADING.exec(line)
    const item = ITEM.exec(line)
    if (heading) blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
    else if (item) {
      const ordered = item[1] !== undefined
      if (last?.kind === 'list' && last.ordered === ordered) last.items.push(item[2] ?? '')
      else blocks.push({ kind: 'list', ordered, items: [item[2] ?? ''] })
    } else if (line.trim()) {
      if (open && last?.kind === 'text') last.text += ` ${line.trim()}`
      else if (open && last?.kind === 'list') last.items.push(`${last.items.pop()} ${line.trim()}`)
      else blocks.push({ kind: 'text', text: line.trim() })
    }
    open = line.trim() !== '' && !heading
  }
  return blocks
}

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, label, target, bare] = match
    parts.push(text.slice(end, match.index))
    const href = target ?? bare
    if (bold) parts.push(<strong>{inline(bold)}</strong>)
    else if (href && SAFE.test(href))
      parts.push(
        <a href={href} rel="noreferrer">
          {label ?? href}
        </a>,
      )
    else parts.push(label ?? whole)
    end = match.index + whole.length
  }
  parts.push(text.slice(end))
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}

function Heading({ level, text }: { level: number; text: string }) {
  // The page's title is the h1.
  const Tag = level <= 2 ? 'h2' : 'h3'
  return <Tag>{inline(text)}</Tag>
}

function List({ ordered, items }: { ordered: boolean; items: string[] }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag>
      {items.map((item) => (
        <li key={item}>{inline(item)}</li>
      ))}
    </Tag>
  )
}

export const Markdown = ({ source }: { source: string }) =>
  parseMarkdown(source).map((block, index) => {
    const key = index
    if (block.kind === 'heading') return <Heading key={key} level={block.level} text={block.text} />
    if (block.kind === 'list') return <List key={key} ordered={block.ordered} items={block.items} />
    return <p key={key}>{inline(block.text)}</p>
  })
