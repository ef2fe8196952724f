// go run main.go
package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"log"
	"net/http"
	"net/url"
	"os"
	"sync"
)

type visit struct{ State, Verifier, ID, Name string }

var (
	port        = env("PORT", "4324")
	server      = env("PASSPORT_SERVER", "http://localhost:4321")
	aid         = env("PASSPORT_AID", "2002")
	redirectURI = "http://127.0.0.1:" + port + "/signed-in"
	visits      sync.Map // Of this process; a shop keeps them in its database.
	page        = template.Must(template.New("").Parse(`<!doctype html><title>Shop</title>
{{if .Name}}Signed in as {{.Name}}.{{else}}
<script type="module" src="{{.Server}}/passport-login.js"></script>
<passport-login aid="{{.Aid}}" view="hosted" redirect-uri="{{.RedirectURI}}"
  state="{{.State}}" code-challenge="{{.Challenge}}"></passport-login>{{end}}`))
)

func env(name, usual string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return usual
}

func random() string {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

// take ends the visit of a browser, so that no state, verifier or cookie serves twice.
func take(r *http.Request) visit {
	if cookie, err := r.Cookie("shop"); err == nil {
		if found, ok := visits.LoadAndDelete(cookie.Value); ok {
			return found.(visit)
		}
	}
	return visit{}
}

func keep(w http.ResponseWriter, v visit) {
	id := random()
	visits.Store(id, v)
	http.SetCookie(w, &http.Cookie{Name: "shop", Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

func home(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	v := take(r)
	v.State, v.Verifier = random(), random()
	keep(w, v)
	digest := sha256.Sum256([]byte(v.Verifier))
	page.Execute(w, map[string]string{"Name": v.Name, "Server": server, "Aid": aid, "RedirectURI": redirectURI,
		"State": v.State, "Challenge": base64.RawURLEncoding.EncodeToString(digest[:])})
}

func signedIn(w http.ResponseWriter, r *http.Request) {
	v, query := take(r), r.URL.Query()
	defer http.Redirect(w, r, "/", http.StatusSeeOther)
	if v.State == "" || query.Get("state") != v.State || query.Get("iss") != server {
		return
	}
	reply, err := http.PostForm(server+"/passport/web/host/redeem", url.Values{"aid": {aid},
		"auth_code": {query.Get("code")}, "code_verifier": {v.Verifier}, "redirect_uri": {redirectURI}})
	if err != nil {
		log.Print(err)
		return
	}
	defer reply.Body.Close()
	var answer struct {
		Message string
		Data    struct {
			ID   string `json:"sec_user_id"`
			Name string `json:"name"`
		}
	}
	if json.NewDecoder(reply.Body).Decode(&answer) == nil && answer.Message == "success" {
		keep(w, visit{ID: answer.Data.ID, Name: answer.Data.Name})
	}
}

func main() {
	http.HandleFunc("/", home)
	http.HandleFunc("/signed-in", signedIn)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
