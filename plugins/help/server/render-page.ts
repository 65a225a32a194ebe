/**
 * A tree of Markdown becomes HTML. Only the nodes and components that stand here do, and all that comes out of the page
 * goes through the templates, which escape it; anything else shows its children and nothing of itself.
 */
import type { Heading, List, Nodes, Paragraph, Root, Table, TableRow } from 'mdast'
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx'
import type { Language } from '@host/plugin'
import { html, type Html } from './html.ts'
import { plainText } from './plain-text.ts'
import { componentsAlone } from './components-alone.ts'
import { renderComponent } from './render-component.ts'
import { articleOf } from './article-of.ts'
import { safeLink } from './safe-link.ts'
import { words } from './words.ts'

/** A component of a page, in a line or between the lines. */
export type ComponentNode = MdxJsxFlowElement | MdxJsxTextElement

/** A heading of a page, to be listed beside it. */
export interface PageHeading {
  readonly id: string
  readonly text: string
}

/** A page for its readers. */
export interface RenderedPage {
  readonly article: Html
  readonly headings: readonly PageHeading[]
}

/** Addresses of one page are together no longer: a page may name one long address often. */
const longestLinks = 60_000
/** The list beside the page names no more headings. */
const mostHeadings = 100
/** Names that the frame has given away. */
const framed = ['content', 'pages']

/** Renders the tree of a page whose title is shown above it. */
export function renderPage(root: Root, title: string, language: Language): RenderedPage {
  const renderer = new PageRenderer(root, language)
  return { article: html`${renderer.all(articleOf(root, title))}`, headings: renderer.headings }
}

/** Renders one page; knows the names of its headings and the targets of its references. */
export class PageRenderer {
  readonly language: Language
  readonly headings: PageHeading[] = []
  readonly #ids = new Set(framed)
  readonly #counts = new Map<string, number>()
  readonly #targets: ReadonlyMap<string, string>
  #linked = 0
  #groups = 0

  constructor(root: Root, language: Language) {
    this.language = language
    this.#targets = new Map(
      root.children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : [])),
    )
  }

  all(nodes: readonly Nodes[]): readonly Html[] {
    return nodes.map((node) => this.one(node))
  }

  one(node: Nodes): Html {
    // Other nodes show only their children.
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check
    switch (node.type) {
      case 'text':
      case 'html':
        return html`${node.value}`
      case 'paragraph':
        return this.#paragraph(node)
      case 'heading':
        return this.#heading(node)
      case 'emphasis':
        return html`<em>${this.all(node.children)}</em>`
      case 'strong':
        return html`<strong>${this.all(node.children)}</strong>`
      case 'inlineCode':
        return html`<code>${node.value}</code>`
      case 'code':
        return html`<pre tabindex="0"><code>${node.value}</code></pre>`
      case 'blockquote':
        return html`<blockquote>${this.all(node.children)}</blockquote>`
      case 'list':
        return this.#list(node)
      case 'listItem':
        return html`<li>${this.all(node.children)}</li>`
      case 'link':
        return this.link(node.url, this.all(node.children))
      case 'linkReference':
        return this.link(this.#targets.get(node.identifier) ?? 'about:blank', this.all(node.children))
      case 'image':
      case 'imageReference':
        return html`${node.alt ?? ''}`
      case 'break':
        return html`<br />`
      case 'thematicBreak':
        return html`<hr />`
      case 'table':
        return this.#table(node)
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        return renderComponent(node, this)
      default:
        return 'children' in node ? html`${this.all(node.children)}` : html``
    }
  }

  /** A link, or its text alone where it leads nowhere that is safe. */
  link(href: string, content: readonly Html[]): Html {
    const safe = safeLink(href, this.language)
    if (safe === undefined || this.#linked + safe.length > longestLinks) return html`${content}`
    this.#linked += safe.length
    return html`<a href="${safe}" rel="noreferrer">${content}</a>`
  }

  /** A name that parts share of which one is open at a time. */
  groupName(): string {
    this.#groups += 1
    return `group-${this.#groups}`
  }

  /** Components that share a line with nothing but each other stand between the lines. */
  #paragraph({ children }: Paragraph): Html {
    const components = componentsAlone(children)
    return components === undefined ? html`<p>${this.all(children)}</p>` : html`${this.all(components)}`
  }

  #heading(node: Heading): Html {
    const text = plainText(node)
    const id = this.#idOf(text)
    const own = this.all(node.children)
    const inner = node.children.every(isPlain) ? html`<a href="#${id}">${own}</a>` : html`${own}`
    if (node.depth > 2) return html`<h3 id="${id}">${inner}</h3>`
    if (this.headings.length < mostHeadings) this.headings.push({ id, text })
    return html`<h2 id="${id}">${inner}</h2>`
  }

  #idOf(text: string): string {
    const plain =
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, '')
        .slice(0, 80) || 'part'
    let id = plain
    while (this.#ids.has(id)) id = `${plain}-${this.#next(plain)}`
    this.#ids.add(id)
    return id
  }

  #next(plain: string): number {
    const count = (this.#counts.get(plain) ?? 1) + 1
    this.#counts.set(plain, count)
    return count
  }

  #list({ ordered, start, children }: List): Html {
    const items = this.all(children)
    return ordered === true
      ? html`<ol start="${start ?? 1}">
          ${items}
        </ol>`
      : html`<ul>
          ${items}
        </ul>`
  }

  #table({ children: [head, ...rows] }: Table): Html {
    const cells = (row: TableRow | undefined) => (row?.children ?? []).map((cell) => this.all(cell.children))
    return html`<div class="table" role="group" aria-label="${words[this.language].table}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${cells(head).map((cell) => html`<th scope="col">${cell}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${cells(row).map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
  }
}

/** Whether a heading may be a link itself: no link lies in another one. */
function isPlain(node: Nodes): boolean {
  return node.type !== 'link' && node.type !== 'linkReference' && !('children' in node && !node.children.every(isPlain))
}
