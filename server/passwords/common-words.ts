// Words that people choose most often. Guessers add digits, marks and look-alikes by rule, and so
// does `policy.ts`: each word stands for hundreds of passwords, and the list stays readable.
const list = `
aaaa abc abcabc abcd abcde abcdef access acdc achilles admin administrator aini aishiteru
alexander alexandra alexis alpha alphabet amanda amazing america amigos amor amore amour
andrea andrew android angel angela angels anna anthony anything apollo apple april arigato
army arsenal asdasd asdf asdfgh asdfghjkl ashley asshole athena audi august austin australia
autumn awesome azerty baby babyboy babygirl bailey banana bar barbara barbie barcelona bart
baseball basketball batman bayern beach bear beatles beautiful bella benjamin berlin
bestfriend beta beyonce bigboy bigdaddy bigdog biker birthday bitch biteme black blahblah
bless blessed blink blue blueberry bmw bonita bonjour boomer boston boxing brandon brasil
brazil brian bronco broncos brother bubba bubbles buddies buddy budweiser bulldog bullet
bulls bullshit bunny burger business buster butter butterfly butterscotch california
callofduty camaro canada candy carlos carmen caroline cartman catherine celtic champion
changeme charles charlie cheese cheetah chelsea cherry chester chicago chicken children
china chocolate chouchou christ christian christina christmas christopher church ciao cisco
city claudia cobra cocacola cock coco coconut coffee college company computer contrasena
cookie cookies cool cooper corazon corporate correcthorsebatterystaple corvette cosmos
cougar counterstrike cowboy cowboys crazy cricket crystal cutie cyber daddy daisuki daisy
dallas dancer dancing daniel danielle darling dasd database david december default delta
demo demon dennis desire devil diamond diana dick digital digits disney doctor dodgers
doggie doggy dollar dollars dolphin dominic donald doraemon doudou dragon dragonball dream
dreamer dreaming dreams driver drummer ducati eagle eagles earth easter eduardo edward
elephant elizabeth elvis emerald eminem england enter enterprise eric estrella eternal
eternity everton evolution example extreme facebook faith falcon family fantastic fantasy
father february fernando ferrari ficken fighter finance fireman fishing florida flower
flowers foo foobar foobaz football forever forget forgot fortnite france francesca francis
frankfurt freedom friday friend friends frodo fuckme fuckoff fuckyou funny gabriel gabriela
galaxy gamer gaming gamma gandalf gangsta gangster garfield geheim george germany ghost
giants ginger giraffe gloria gmail god godisgood godislove goku gold golden golf golfer
goodbye goofy google goose gorilla grace grandma green greenday guest guestguest guinness
guitar gunner gymnast hacker hacking hallo halloween halo hamburg hammer hannah happiness
happy harley harrypotter haslo hawk heart hearts heather heaven hector helen hello
hellokitty helpdesk hercules hermione himitsu hiphop hockey hogwarts hola holiday holland
homer honda honey hope horny horse horses hotmail hotstuff hunter hunting hurricane iceman
iforgot ilovegod iloveu ilovey iloveyou india infinity info instagram inter internet iphone
ipsum ironmaiden ironman isabella island italia italy jackson jacob jaguar james january
japan jasmine jason javier jennifer jeremy jessica jesus jesuschrist jetaime jewel jonathan
jordan joseph joshua juan julia julian july june jupiter justice justin juventus karen
karina katherine kawasaki kevin killer killers kimberly king kisses kissme kitten kitty
konnichiwa korea kristen ladybug lakers laptop laura lauren lawyer legend legends legolas
leonardo leopard letmein letmesee letters liberty lightning linkinpark linux lion liverpool
lkjhgfdsa login lola london lorem lorenzo louis loulou love lovely loveme lover lovers
loveyou lucas lucifer lucky luckyday luigi lulu lyubov macintosh madison madonna madrid
maggie magic magical manager manchester mango march marcus maria mariana marina marine mario
mariposa marketing mars marseille martha martin master matrix matthew maverick max maxwell
melissa mercedes mercury merlin messi metallica mexico michael michelle mickey microsoft
miguel milan military milo minecraft minnie mnbvcxz molly mommy monday money monica monkey
moon moonlight morgan motdepasse mother mountain music mustang mypass mypassword mysql naked
napoli naruto natalia natasha nathan navy neptune network newpassword newyork nicholas
nicolas nicole nihao nihon ninja nintendo nirvana nissan none nopassword nothing november
null number numbers nurse ocean october office oliver omega open opendoor opensesame oracle
orange oreo oscar packers pamela panda panther paris parol parola pass passion passw passwd
password passwort pasuwado patricia patrick patriots peace peaches peanut pedro penguin
pepper pepsi perfect peter phantom philip phoenix piano pikachu pineapple pink pirate
pirates pizza planet playboy player playstation please pluto poiuy pokemon poland police
porn porsche poseidon potter power prayer precious pretty prince princesa princess private
privet public puppy purple pussy qazwsx queen qwe qweasd qweasdzxc qweqwe qwer qwert qwerty
qwertyuiop qwertz rabbit racer rachel racing rafael raiders rainbow rainbows ranger rangers
realmadrid rebecca red redsox remember revolution rex ricardo richard rider rihanna river
robert roblox rocknroll rockstar rocky romance ronaldo root rosa router ruby rufus rugby
runner russia sabrina sakura sales salut samantha sample samsung samuel samurai sandra santa
sapphire sarah saranghae sasha sasuke satan saturday saturn schalke schatz school scooby
scoobydoo scorpion scott sebastian secret security senha seoul september sergio server
service sesame sex sexy sexylady shadow shakira shannon shark sharon shit shooter silver
simba simon simpsons singer sister skateboard skater sleeping slipknot smile smiles smiley
smokey snake sniper snoopy snowball snowboard snowflake snowman soccer softball soldier
soleil something sommer sonic sophie southpark spain sparky spartacus spartan spider
spiderman spongebob spring stallion star starcraft starlight stars startrek starwars
steelers stephanie stephen steven storm strawberry strong student success sugar summer
sunday sunflower sunshine superman support surfer surfing susan susana suzuki sweetheart
sweetie swimming sylvia system taylor teacher teamo temp tempest temporary temppass tennis
tequiero tequila teresa test tester testing testtest texas thankyou thomas thunder thursday
tiffany tiger timothy titan titanic toby tokyo tornado totoro tottenham toyota trewq trooper
trustno trustnoone tuesday turtle tweety twitter tyler ubuntu ukraine ultimate undefined
unicorn united universe university user username vacation valentina valentine valeria
vampire vanessa venus veronica victor victoria victory viking vincent violet viper virginia
vodka volleyball wachtwoord walter wang warcraft warrior watermelon wednesday welcome wendy
wert whatever whatsup whiskey white wildcat william windows winner winter wizard woaini
wodemima wolf wonderful words wrestling xbox xmas yahoo yamaha yankees yellow yolanda
youtube ytrewq zachary zelda zeus zhang zombie zxcv zxcvbn zxcvbnm zxczxc
`

/** Words that a password must not be made of, whatever digits and marks are around them. */
export const commonWords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
