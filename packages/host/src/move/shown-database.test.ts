import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShownDatabase, shownDatabase } from './shown-database.ts'

const address = 'postgres://app:open-sesame@db.internal:6432/app'

test('an address of a server keeps its host, database and parameters, and no secret', () => {
  const parameters = 'sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem&options=-csearch_path%3Dtea'
  assert.equal(shownDatabase(`${address}?${parameters}`), `postgres://app:********@db.internal:6432/app?${parameters}`)
  const secrets = ['password', 'sslpassword', 'sslkeypassword', 'options', 'fallback_application_name', 'apikey']
  for (const name of secrets) {
    const place = shownDatabase(
      `postgres://db.internal/app?${name}=-c+my.word%3Dopen-sesame&${name}=open-sesame&host=/run#open-sesame`,
    )
    assert.ok(!place.includes('sesame'), place)
    assert.ok(place.includes(`${name}=********`) && new URL(place).searchParams.get('host') === '/run', place)
  }
  const mixed = new URL(address)
  mixed.searchParams.set('options', '-csearch_path=tea -cmy.word=open-sesame --search_path=coffee,"$user"')
  const options = new URL(shownDatabase(mixed.href)).searchParams.get('options')
  assert.equal(options, '-csearch_path=tea --search_path=coffee,"$user" ********')
  assert.equal(shownDatabase('sqlite:/srv/host.db'), '/srv/host.db')
})

test('an address of a socket needs no host, and an unreadable address is refused without showing its text', () => {
  const socket = 'postgres://app:open-sesame@/app?host=%2Frun%2Fpostgresql'
  const place = 'postgres://app:********@/app?host=%2Frun%2Fpostgresql'
  assert.equal(shownDatabase(socket), place)
  assert.ok(isShownDatabase(place, socket))
  assert.ok(!isShownDatabase(place, socket.replace('run', 'var')))
  assert.throws(
    () => shownDatabase('postgres://app:open-sesame@:port/app'),
    ({ message }: Error) => message.includes('not a valid URL') && !message.includes('sesame'),
  )
})

test('a shown address is that of the same schema, whatever the way to it', () => {
  assert.ok(isShownDatabase(shownDatabase(`${address}?sslmode=require`), `${address}?sslmode=verify-full`))
  assert.ok(
    isShownDatabase(shownDatabase(address), address.replace('open-sesame', 'other').replace('gres:', 'gresql:')),
  )
  assert.ok(!isShownDatabase(shownDatabase(address), address.replace('6432', '5432')))
  assert.ok(!isShownDatabase(shownDatabase(address), `${address}2`))
  assert.ok(!isShownDatabase(shownDatabase(`postgres:///app?host=/run/a`), `postgres:///app?host=/run/b`))
  const inTea = `${address}?options=-csearch_path%3Dtea`
  assert.ok(isShownDatabase(shownDatabase(inTea), inTea))
  for (const options of ['options=-csearch_path%3Dcoffee', 'options=-csearch_path%3Dcoffee+-cjit%3Doff', '']) {
    const other = `${address}?${options}`
    assert.ok(!isShownDatabase(shownDatabase(inTea), other) && !isShownDatabase(shownDatabase(other), inTea), options)
  }
  assert.ok(!isShownDatabase(shownDatabase(address), address.replace('//app:', '//ada:')), 'a schema of the user')
  assert.ok(!isShownDatabase('/srv/host.db', address))
  assert.ok(isShownDatabase('/srv/host.db', 'file:/srv/host.db'))
})
