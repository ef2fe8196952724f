# pip install flask && python flask_app.py
import base64, hashlib, json, os, secrets
from urllib.parse import urlencode
from urllib.request import urlopen

from flask import Flask, redirect, render_template_string, request, session

PORT = os.environ.get("PORT", "4324")
SERVER = os.environ.get("PASSPORT_SERVER", "http://localhost:4321")
AID = os.environ.get("PASSPORT_AID", "2002")
REDIRECT_URI = f"http://127.0.0.1:{PORT}/signed-in"
PAGE = """<!doctype html><title>Shop</title>
{% if user %}Signed in as {{ user.name }}.{% else %}
<script type="module" src="{{ server }}/passport-login.js"></script>
<passport-login aid="{{ aid }}" view="hosted" redirect-uri="{{ redirect_uri }}"
  state="{{ state }}" code-challenge="{{ challenge }}"></passport-login>{% endif %}"""

app = Flask(__name__)
app.secret_key = os.environ.get("SESSION_SECRET") or secrets.token_bytes(32)


@app.get("/")
def home():
    state, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    session["attempt"] = [state, verifier]
    digest = hashlib.sha256(verifier.encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return render_template_string(
        PAGE, server=SERVER, aid=AID, redirect_uri=REDIRECT_URI,
        state=state, challenge=challenge, user=session.get("user"),
    )


@app.get("/signed-in")
def signed_in():
    state, verifier = session.pop("attempt", ["", ""])
    if not state or request.args.get("state") != state or request.args.get("iss") != SERVER:
        return redirect("/")
    fields = {"aid": AID, "auth_code": request.args.get("code", ""),
              "code_verifier": verifier, "redirect_uri": REDIRECT_URI}
    with urlopen(f"{SERVER}/passport/web/host/redeem", urlencode(fields).encode()) as reply:
        answer = json.load(reply)
    session.clear()
    if answer["message"] == "success":
        session["user"] = {"id": answer["data"]["sec_user_id"], "name": answer["data"]["name"]}
    return redirect("/")


if __name__ == "__main__":
    app.run("127.0.0.1", int(PORT))
