import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksOfHtml } from './html-links.ts'

const urls = (html: string): readonly string[] => linksOfHtml(html).map(({ url }) => url)

test('links have the place of their address, and of a text that shows the same one', () => {
  const html = '<p><a class="x" HREF="https://a.example/?b=1&amp;c=2">\n https://a.example/?b=1&amp;c=2 </a></p>'
  const written = linksOfHtml(html).map(({ start, end }) => html.slice(start, end))
  assert.deepEqual(written, Array(2).fill('https://a.example/?b=1&amp;c=2'))
  assert.deepEqual(urls(html), Array(2).fill('https://a.example/?b=1&c=2'))
})

test('quotes may be left out, and areas are links', () => {
  assert.deepEqual(urls("<a href=https://a.example/x>A</a><area href = 'https://b.example'>"), [
    'https://a.example/x',
    'https://b.example',
  ])
})

test('images, style sheets, comments, scripts and values of other attributes are not links', () => {
  for (const html of [
    '<img src="https://a.example/x.png"><link href="https://a.example/x.css"><base href="https://a.example">',
    '<!-- <a href="https://a.example"> --><style>a{}<a href="https://a.example"></style>',
    '<script>"<a href=\'https://a.example\'>"</script><!-- <a href="https://a.example">',
    `<a title="x href='https://a.example'" data-href="https://a.example">A</a><abbr href="https://a.example">`,
    '<a href>A</a><a name=href>B</a>< a href="https://a.example">',
  ]) {
    assert.deepEqual(urls(html), [], html)
  }
})

test('the first of two addresses of a link counts', () => {
  assert.deepEqual(urls('<a href="https://a.example" href="https://b.example">A</a>'), ['https://a.example'])
})

test('hostile HTML takes a time that grows with its size alone', () => {
  for (const piece of ['<a ', '<a "', '<a href="', '<!--', '<style>', '<a x=', "<a '=", '<', '</', '<a href=x>']) {
    assert.doesNotThrow(() => linksOfHtml(piece.repeat(100_000)))
  }
})
