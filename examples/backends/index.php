<?php
// PORT=4324 php -S 127.0.0.1:4324 index.php
$server = getenv('PASSPORT_SERVER') ?: 'http://localhost:4321';
$aid = getenv('PASSPORT_AID') ?: '2002';
$redirectUri = 'http://127.0.0.1:' . (getenv('PORT') ?: '4324') . '/signed-in';
$base64url = fn(string $bytes): string => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/' && $path !== '/signed-in') return false;

session_set_cookie_params(['httponly' => true, 'samesite' => 'Lax']);
session_start();

if ($path === '/signed-in') {
    ['state' => $state, 'verifier' => $verifier] = $_SESSION['attempt'] ?? ['state' => '', 'verifier' => ''];
    unset($_SESSION['attempt']);
    if ($state !== '' && $state === ($_GET['state'] ?? '') && $server === ($_GET['iss'] ?? '')) {
        $fields = ['aid' => $aid, 'auth_code' => $_GET['code'] ?? '',
            'code_verifier' => $verifier, 'redirect_uri' => $redirectUri];
        $http = ['method' => 'POST', 'content' => http_build_query($fields), 'ignore_errors' => true,
            'header' => 'Content-Type: application/x-www-form-urlencoded'];
        $reply = file_get_contents("$server/passport/web/host/redeem", false,
            stream_context_create(['http' => $http]));
        $answer = json_decode((string) $reply, true);
        session_regenerate_id(true);
        if (($answer['message'] ?? '') === 'success') {
            $_SESSION['user'] = ['id' => $answer['data']['sec_user_id'], 'name' => $answer['data']['name']];
        }
    }
    header('Location: /', true, 303);
    exit;
}

$_SESSION['attempt'] = ['state' => $base64url(random_bytes(32)), 'verifier' => $base64url(random_bytes(32))];
$challenge = $base64url(hash('sha256', $_SESSION['attempt']['verifier'], true));
?>
<!doctype html><title>Shop</title>
<?php if (isset($_SESSION['user'])): ?>
Signed in as <?= htmlspecialchars($_SESSION['user']['name']) ?>.
<?php else: ?>
<script type="module" src="<?= $server ?>/passport-login.js"></script>
<passport-login aid="<?= $aid ?>" view="hosted" redirect-uri="<?= $redirectUri ?>"
  state="<?= $_SESSION['attempt']['state'] ?>" code-challenge="<?= $challenge ?>"></passport-login>
<?php endif ?>
