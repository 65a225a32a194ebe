import assert from 'node:assert/strict'
import { html as spec, parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/** Allowed elements of a page, each with its allowed content. */
const elements: ReadonlyMap<string, ReadonlyMap<string, RegExp>> = new Map(
  Object.entries({
    ...bare('p em strong code blockquote ul li table thead tbody tr td summary hr br'),
    p: { class: /^label$/ },
    h2: { id: /^[^\s"<>]+$/ },
    h3: { id: /^[^\s"<>]+$/ },
    a: { href: /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/, rel: /^noreferrer$/ },
    pre: { tabindex: /^0$/ },
    ol: { start: /^\d{1,9}$/ },
    th: { scope: /^col$/ },
    details: { name: /^group-\d+$/, open: /^$/ },
    div: {
      class: /^(?:steps|cards|card|code|tabs|table|article|aside (?:note|tip|caution))$/,
      role: /^(?:note|group)$/,
      tabindex: /^0$/,
      'aria-label': /^(?:Table|表格)$/,
    },
  }).map(([name, attributes]) => [name, new Map(Object.entries(attributes))]),
)

function bare(names: string): Record<string, Record<string, RegExp>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, {}]))
}

/** A browser's view of a piece of HTML. */
export interface Seen {
  readonly text: string
  readonly depth: number
  readonly elements: number
}

/**
 * Parses HTML as browsers do by specification and asserts that it contains only the allowed elements and attributes,
 * nothing that the parser had to fix, and nothing that escapes its container.
 */
export function assertHarmless(article: string): Seen {
  const mended: string[] = []
  const fragment = parseFragment(`<div class="article">${article}</div>`, {
    onParseError: ({ code }) => mended.push(code),
  })
  assert.equal(fragment.childNodes.length, 1, 'Nothing leaves the article.')
  const faults = mended.filter((code) => !characterFaults.has(code))
  assert.deepEqual([...new Set(faults)], [], article.slice(0, 300))
  assert.deepEqual(
    tagsOf(serialize(fragment)),
    tagsOf(`<div>${article}</div>`),
    'Every element ends where it is ended.',
  )
  return look(fragment.childNodes)
}

function tagsOf(text: string): readonly string[] {
  return text.match(/<\/?[a-z]+\d?/g) ?? []
}

/** Characters that no page should hold, and that are text all the same. */
const characterFaults = new Set(
  ['control-character', 'noncharacter', 'surrogate'].map((what) => `${what}-in-input-stream`),
)

function look(top: readonly Tree.ChildNode[]): Seen {
  let [text, depth, count] = ['', 0, 0]
  for (let level = top; level.length > 0; level = level.flatMap(childrenOf)) {
    depth += 1
    for (const node of level) {
      if ('value' in node) text += node.value
      else count += assertKnown(node)
    }
  }
  return { text, depth, elements: count }
}

function childrenOf(node: Tree.ChildNode): readonly Tree.ChildNode[] {
  return 'childNodes' in node ? node.childNodes : []
}

function assertKnown(node: Tree.ChildNode): number {
  assert.ok('tagName' in node, `There is a ${node.nodeName}.`)
  assert.equal(node.namespaceURI, spec.NS.HTML)
  const known = elements.get(node.tagName)
  assert.ok(known !== undefined, `There is a <${node.tagName}>.`)
  for (const { name, value } of node.attrs) {
    assert.match(value, known.get(name) ?? /(?!)/, `<${node.tagName}> has ${name}="${value.slice(0, 100)}".`)
  }
  return 1
}
