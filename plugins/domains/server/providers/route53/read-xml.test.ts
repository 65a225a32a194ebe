import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementAt, readXml, textAt } from './read-xml.ts'

test('elements, texts and the entities of XML are read', () => {
  const root = readXml(
    '<?xml version="1.0"?>\n<a xmlns="urn:x"><b>1 &lt; 2 &amp;amp; &#x41;&#66;</b><c/><b>two</b></a>\n',
  )
  assert.equal(textAt(root, 'b'), '1 < 2 &amp; AB')
  assert.deepEqual(
    root.elements.map(({ name, text }) => [name, text]),
    [
      ['b', '1 < 2 &amp; AB'],
      ['c', ''],
      ['b', 'two'],
    ],
  )
  assert.equal(elementAt(root, 'c', 'd'), undefined)
})

const refused: readonly string[] = [
  '',
  'text',
  '<a>',
  '</a>',
  '<a></b>',
  '<a/><b/>',
  '<a>&nothing;</a>',
  '<a>&</a>',
  '<a>&#x110000;</a>',
  '<a><!-- comment --></a>',
  '<a><![CDATA[text]]></a>',
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  '<a><?php ?></a>',
  `${'<a>'.repeat(21)}${'</a>'.repeat(21)}`,
  `<a>${'<b/>'.repeat(200_001)}</a>`,
]

for (const document of refused) {
  test(`${document.slice(0, 50)} is refused`, () => {
    assert.throws(() => readXml(document), TypeError)
  })
}
