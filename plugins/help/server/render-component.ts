/** The fixed set of components: asides, tabs, steps, cards and titled code. */
import type { Nodes } from 'mdast'
import { html, type Html } from './html.ts'
import { plainText } from './plain-text.ts'
import type { ComponentNode, PageRenderer } from './render-page.ts'
import { words } from './words.ts'

type Render = (node: ComponentNode, page: PageRenderer) => Html

const components: ReadonlyMap<string, Render> = new Map<string, Render>([
  ['Aside', renderAside],
  ['Note', renderAside],
  ['Tabs', renderTabs],
  ['Steps', (node, page) => html`<div class="steps">${page.all(node.children)}</div>`],
  ['Cards', (node, page) => html`<div class="cards">${page.all(node.children)}</div>`],
  ['Card', renderCard],
  ['Code', renderCode],
])

const kinds = ['note', 'tip', 'caution'] as const

/** Renders a component by name; of an unknown component, only its content. */
export function renderComponent(node: ComponentNode, page: PageRenderer): Html {
  const render = node.type === 'mdxJsxFlowElement' ? components.get(node.name ?? '') : undefined
  return render === undefined ? html`${page.all(node.children)}` : render(node, page)
}

function renderAside(node: ComponentNode, page: PageRenderer): Html {
  const kind = kinds.find((one) => one === attribute(node, 'type')) ?? 'note'
  const title = attribute(node, 'title') ?? words[page.language].asides[kind]
  return html`<div class="aside ${kind}" role="note">
    <p class="label">${title}</p>
    ${page.all(node.children)}
  </div>`
}

/** Parts of which one is open at a time, without a script; the first one is. */
function renderTabs(node: ComponentNode, page: PageRenderer): Html {
  const name = page.groupName()
  const isTab = (child: Nodes) => child.type === 'mdxJsxFlowElement' && child.name === 'Tab'
  const [tabs, rest] = [node.children.filter(isTab), node.children.filter((child) => !isTab(child))]
  if (tabs.length === 0) return html`${page.all(rest)}`
  return html`<div class="tabs">
      ${tabs.map((tab, index) => renderTab(tab as ComponentNode, page, { name, isOpen: index === 0 }))}
    </div>
    ${page.all(rest)}`
}

function renderTab(node: ComponentNode, page: PageRenderer, { name, isOpen }: { name: string; isOpen: boolean }): Html {
  const body = html`<summary>${attribute(node, 'label') ?? plainText(node).slice(0, 40)}</summary>
    <div>${page.all(node.children)}</div>`
  return isOpen ? html`<details name="${name}" open>${body}</details>` : html`<details name="${name}">${body}</details>`
}

function renderCard(node: ComponentNode, page: PageRenderer): Html {
  const [title, href] = [html`${attribute(node, 'title')}`, attribute(node, 'href')]
  const heading = href === undefined ? title : page.link(href, [title])
  return html`<div class="card">
    <p class="label">${heading}</p>
    ${page.all(node.children)}
  </div>`
}

function renderCode(node: ComponentNode, page: PageRenderer): Html {
  return html`<div class="code">
    <p class="label">${attribute(node, 'title')}</p>
    ${page.all(node.children)}
  </div>`
}

/** An attribute that is written as text; expressions are none. */
function attribute(node: ComponentNode, name: string): string | undefined {
  const found = node.attributes.find((one) => one.type === 'mdxJsxAttribute' && one.name === name)
  return typeof found?.value === 'string' ? found.value : undefined
}
