/** The signer key by which the hashes of Firebase below were made; their import is 7. */
export const signerKey = Buffer.from(
  '6JPOm7jP/te5xpUV1GbPTfgBS2miI6jqqt9yL9wtr2cixDUCv9qolZlZ5Ic6hgZliUG9/A4MPWnKuror4CP1TQ==',
  'base64',
)

/** Hashes of invented people in the forms in which they are stored. */
export const foreignHashes = [
  { stored: '$S$C33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzLf', password: 'hashcat' },
  {
    stored: '$2b$10$/dFcr.nA./xkfLwTNh8Cx.RJX1Bjj7YFZjelzV9CXg43/BjOnAUW.',
    password: 'tide-Lantern-41',
  },
  {
    stored: '$2b$10$H/Kup5.klFGlEHIWtQKKMekuwnjV7zppejjzJpAFEJ1uT6DiEr6Ga',
    password: 'Ülgen çay 88',
  },
  {
    stored:
      '$pbkdf2-sha256$i=120000,l=32$Eegv7hKX3dJbL1KE3pdeNA$gAEdr0vr8GMtDj4JEDqIyND6CIqTOrRsWjTjNI8LHdQ',
    password: 'pebble-and-Rust-3',
  },
  {
    stored:
      '$argon2id$v=19$m=65536,t=3,p=4$wFF3UXNrUuHItkEMLLY81Q$6rqBJFGoqFJ+2NatNA6mnrsa4rXKfSNEswMZxTbpE70',
    password: 'correct salt 0x9',
  },
  {
    stored: '$2a$10$I92pNPYmAdzrG5VYZyTe3uWqS9oJwTaX7AwmEUIF6Zw4yr.2lrB/C',
    password: 'Violet*kettle*55',
  },
  {
    stored: '$2b$10$KS9HKlaZ230wus1XlafrweWAmXfY7Y35SAlaUqyREvkOT9KbnZXPu',
    password: 'marble/quiet/Otter9',
  },
  {
    stored:
      '$argon2id$v=19$m=19456,t=2,p=1$vpj9SWH2J6PLmIMIs5TuXw$hJDmAIHIEClOJCiIzpLLReoOyP85FrT27P7Do7qdDJ8',
    password: '夜明け前の電車7',
  },
  {
    stored: '$2a$10$0x.v4xi063tnOpsPBLeegObkStZ9LnzHD1soKSi0KGfwkQ9cPysay',
    password: 'Paper-boat-19',
  },
  {
    stored: '$2a$10$mkM7VhidvPmZo5Q5hrNiB.CtBt8zP4cQL4CEyW39VS1QQpvG4CLh2',
    password: 'Quartz&fern&30',
  },
  {
    stored:
      '$firescrypt$ln=14,r=8,k=7$PSagb2f6moMdEi04Bw$TQ0XXPgQJkCXS9hdStGEenXZJNDJ3B7U8MyCXWyoC7k0oQxeeOzWH2cCQRyobJ925Qj37Pk5jyiLqptF+tLYjQ',
    password: 'river stones 404',
  },
  {
    stored:
      '$firescrypt$ln=14,r=8,k=7$9a3LKpji1haFZtEfBw$/MgCl2TD/m7CTRUKMLTm38WSnp3TeK2kZTWTw6V1zmOkUZB7Ed23FhYFyKuDGh7JnKXG86IaUodh/2OgxnBZmw',
    password: 'half past Harbour 6',
  },
  {
    stored:
      '$argon2id$v=19$m=7168,t=5,p=1$Q3Pw0Ihc3V1ceJp/0uw91w$avsQSJyOPDoGTYwWPDMAPeoc3WQBCFzAFUTBdQr2K+I',
    password: 'tin-Whistle-73',
  },
  {
    stored:
      '$pbkdf2-sha512$i=210000$NdWUo8FRZ534fxTUP+Fxjw$o5tY2TM8Dil/ZCM0eaagPIOTE7s+xmcwXuAA+LotyQNSGul+9a9PPJx7gVy6z4e4a0/c75XcQZUa1O/U9zfWCQ',
    password: 'lotus.Engine.12',
  },
  {
    stored:
      '$pbkdf2-sha256$i=27500$z54m89IzwKrV80/wcDBoVA$ccRFOg57yrI82o40PeJP+0qirQ8tNyH88rczi4bQYOr5LkdOMp4R8QGA8Wq+/cJjZRIV4rScPLRfAkcH06psGg',
    password: 'snow under lamp 8',
  },
  {
    stored:
      '$scrypt$ln=14,r=16,p=1$YjllMzk4YzcxMzNkMzAxMmVmOTI3NDhhYmQwZmEwYWM$rHwi2ZS4E5RC8bkCBWvzeXECkpDH0pIbJRg1nLf/InAsr3OyjP6JR1GmisDmtndj+k66J/OF46XSe+Bvyv0F5g',
    password: 'copper-Fjord-27',
  },
  {
    stored: '$2a$12$JO0i/FA9mH3oQanPcyj0xeGL2R5YEJHsCplu1.OShVMmYcMexC76a',
    password: 'old oak, new Bell 2',
  },
  {
    stored:
      '$argon2i$v=19$m=4096,t=10,p=1$rwcgwIoimGTDvAxElPRrBw$/hrMN9m8ym9iiYh0D28KiF78lVpxBasFmhv1u9J7okY',
    password: 'pebble-and-Rust-3',
  },
  {
    stored: '$2a$10$NQ6TfrZ/ukwMcKNottAnVeqXCGEOSUdJALg5g7hwoSSgYXeb1CsZ2',
    password: 'correct salt 0x9',
  },
  {
    stored:
      '$argon2id$v=19$m=131072,t=2,p=1$sLk2r4aJZaSjTKc7AlZyCQ$mogVCWagxwqpb4XrhC5bW1XW0NT9QQtJLvbQCsX3s0I',
    password: 'Violet*kettle*55',
  },
  {
    stored:
      '$scrypt$ln=16384,r=8,p=1$xiRdo5K79Cui5+AYL4BwCw==$/BbHu+E1w+gpsxbo0EkowjkK7Q7VmrQb+rgh9dmtdOA=',
    password: 'north-wind-1962',
  },
  {
    stored:
      '$pbkdf2-sha256$i=100000,l=32$ZXjyaaHLdvvHizhsRb8Hug$tfb5c3TGIO3LcmvLy+OGiy4ALNVVqZhHRN86HIigbNE',
    password: 'snow under lamp 8',
  },
  {
    stored:
      '$pbkdf2-sha256$i=870000$blczeFE4ZEsyclR6NUxjWWJIczdWag$AfQSSYHNWzZ3/Wx7Xja0PdRf9joaBhfnnvzHwCS4q98',
    password: 'Paper-boat-19',
  },
  {
    stored:
      '$argon2id$v=19$m=102400,t=2,p=8$0RgqScsjxw67tXYfvvvWZg$+LppzcUY1cYLi3LnfDqg/Zm+1jwCVUtakWVbVyksP68',
    password: 'Quartz&fern&30',
  },
  {
    stored: '$bcrypt-sha256$2b$12$/DcOGVkKaE7zPzw6p3K1kOiaNTr6OL9nYNJXmfV6rUg6Kcs20Ue7m',
    password: 'river stones 404',
  },
  {
    stored:
      '$scrypt$ln=14,r=8,p=5$a1A0dFk3dVc5c1EybU42dg$HJBGlocCUAaluAS1Akx3gEVrkjpmh7LY3CRtoUfr6RKaruNJEoiTrJPe9LLOGqqamyFaXUf1Qxh/CsZi6rEMMA',
    password: 'half past Harbour 6',
  },
  {
    stored: '$bcrypt-hmac-sha256$2b$05$P5k1ggOTmGOXm5efkBFb8OpAWjoLM7oEOmAVbfBj44S8GiKM8bu0G',
    password: 'seven quiet otters',
  },
  {
    stored: '$bcrypt-sha256-base64$2b$05$X.It/.bkNzbKUN21soF4tu7qtHGjXC16ag6tPiLF4cIl/AY62XW2G',
    password: 'seven quiet otters',
  },
  {
    stored:
      '$argon2-sha256$argon2id$v=19$m=256,t=2,p=1$JXFgauWjyJE7+v3Phtf9NA$okzemF65LsDK2VAoYbhNMyLAgV50lQiEaSNE63vyaLE',
    password: 'seven quiet otters',
  },
  {
    stored: '$P$Bq7Lk2Xz9KYvD1ILB9ILWVq//PQBAt1',
    password: 'tide-Lantern-41',
  },
  {
    stored: '$wp$2y$10$lntZmWMLwKji6x.4fr6gFOkw24NXkd63Bpy3YzUnjndUGXwaB94My',
    password: 'old oak, new Bell 2',
  },
  {
    stored: '$2y$12$wWU0ULwe6flOE8JInKmIOujcr01qANHYNPJ6CvK6byzc/WzmGSLBW',
    password: 'seis Ranas verdes',
  },
  {
    stored: '$2y$12$k8vtRuDyK0aqxkFdjgBHEO59p9WGJLqeBTh4CglgUljNho5fVpYr2',
    password: 'Ülgen çay 88',
  },
  {
    stored:
      '$6$Gx7kPq2v$iU2oj2mgEGrSJVIjjKqNEum/1WATaIN5xFolfABqyszNomIaRf4NBwkGanJxzo/.4mzHGFS61jC5mIhg9pl29/',
    password: 'tin-Whistle-73',
  },
]
