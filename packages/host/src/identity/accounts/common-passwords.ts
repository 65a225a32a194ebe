/**
 * Passwords that everyone tries first. Those under ten characters are too short to be taken, but stand here because
 * people lengthen them with digits and signs: `password-rules.ts` takes these off before it looks.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passwords passphrase passwort motdepasse contrasena wachtwoord parola senha mima
  qwerty qwertyui qwertyuiop qwertyasdf qwertzuiop azertyuiop asdf asdfgh asdfghjkl zxcvbnm zxcvbnmasdfghjkl
  qwertyuiopasdfghjkl qazwsx qazwsxedc qazwsxedcrfv wsxedc poiuytrewq lkjhgfdsa mnbvcxz
  qawsedrf qaswedfr asdfasdf asdfjkl qweasd qweasdzxc qweqwe zaqxsw zaqwsx
  letmein letmeinnow openup opensesame abracadabra trustno trustnoone iloveyou iloveu iloveme ilovegod loveyou
  welcome welcomehome welcomeback hello hellohello helloworld hithere goodmorning goodnight thankyou
  admin administrator adminadmin administration root rootroot superuser superadmin sysadmin webmaster manager
  master owner user username guest default demo demodemo test tester testing testtest testpassword changeme
  changemenow changeit changethis secret secrets topsecret mysecret private nopassword mypassword yourpassword
  thepassword newpassword oldpassword temppassword temporary passcode pass passpass passw passwd login loginlogin
  access accessaccess security secure computer internet server network database system office company business
  workspace host hosthost docker kubernetes linux ubuntu debian windows microsoft google facebook instagram
  twitter youtube amazon apple samsung android iphone netflix spotify playstation nintendo minecraft pokemon
  dragon monkey shadow sunshine princess superman batman spiderman wonderwoman starwars skywalker darthvader
  gandalf hobbit hogwarts harrypotter voldemort dumbledore matrix terminator godzilla
  football baseball basketball volleyball softball hockey soccer tennis golf swimming liverpool manchester chelsea
  arsenal barcelona realmadrid juventus bayern yankees cowboys lakers steelers eagles patriots packers
  michael michelle jennifer jessica jordan daniel andrew thomas robert charlie matthew anthony william joshua
  ashley amanda nicole samantha elizabeth alexander alexandra benjamin christopher jonathan nicholas patrick
  george hunter maggie ginger buster pepper cookie chocolate banana strawberry cheese butterfly flower
  blossom rainbow summer winter spring autumn january february march april monday tuesday wednesday thursday
  friday saturday sunday birthday christmas halloween
  freedom forever whatever nothing something everything anything lovely beautiful handsome sweetheart darling
  babygirl babyboy angel angels heaven jesus jesuschrist blessed godisgood killer hunter warrior soldier
  mustang corvette ferrari porsche mercedes bmw toyota honda harley yamaha kawasaki suzuki
  cowboy ranger rangers tigger tiger lion eagle falcon phoenix wolf panther cobra viper scorpion
  purple orange yellow silver golden diamond crystal emerald
  london paris berlin newyork chicago california texas florida america canada australia germany england china
  beijing shanghai woaini woaini woshini zhongguo nihao
  correcthorsebatterystaple thequickbrownfox loremipsum abcdefg abcdefgh abcdefghi abcdefghij abcabc abcabcabc
  12345678910 1234567891 123456789a a123456789 1234554321 0987654321a 123qweasdzxc qwe123qwe123 1password1
  abcd abcdabcd aabbcc aabbccdd alphabet
  `.match(/\S+/g) ?? [],
)
